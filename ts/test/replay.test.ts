import { describe, expect, test } from 'vitest'
import { markOnce } from '../src/replay.js'
import { memoryReplayStore } from '../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })

/** A store of 8 marks, of which one sender has 2, and its clock. */
function made(options: memoryReplayStore.Options = {}) {
  let time = 0
  const now = () => new Date(time * 1000)
  const store = memoryReplayStore({ limit: 8, now, ...options })
  return {
    mark: (nonce: string, expires: number, sender?: string) =>
      store.checkAndMark(nonce, expires, sender),
    setTime: (seconds: number) => {
      time = seconds
    },
  }
}

describe('a share for each sender', () => {
  test('one sender cannot fill the store', () => {
    const { mark } = made()
    expect([mark('1', 10, 'a'), mark('2', 10, 'a')]).toEqual([true, true])
    expect(() => mark('3', 10, 'a')).toThrow(code('ERR_REPLAY_FULL'))
    expect(() => mark('3', 8_640_000_000_000, 'a')).toThrow(code('ERR_REPLAY_FULL'))
    for (const sender of ['b', 'c', 'd']) {
      expect([mark(`${sender}1`, 10, sender), mark(`${sender}2`, 10, sender)]).toEqual([true, true])
    }
    expect(() => mark('e1', 10, 'e')).toThrow(code('ERR_REPLAY_FULL'))
  })

  test('what was marked is known before what has no room', () => {
    const { mark } = made()
    mark('1', 10, 'a')
    mark('2', 10, 'a')
    expect([mark('1', 10, 'a'), mark('2', 10, 'b')]).toEqual([false, false])
  })

  test('its room comes back when its marks end, and not before', () => {
    const { mark, setTime } = made({ perSender: 3 })
    for (const nonce of ['1', '2', '3']) mark(nonce, nonce === '3' ? 30 : 20, 'a')
    setTime(19)
    expect(() => mark('4', 40, 'a')).toThrow(code('ERR_REPLAY_FULL'))
    setTime(20)
    expect([mark('1', 40, 'a'), mark('2', 40, 'a')]).toEqual([true, true])
    expect(() => mark('5', 40, 'a')).toThrow(code('ERR_REPLAY_FULL'))
    expect(mark('3', 40, 'a')).toBe(false)
  })

  test('a mark that is made anew counts for who made it last', () => {
    const { mark, setTime } = made({ perSender: 1 })
    mark('1', 10, 'a')
    setTime(10)
    expect(mark('1', 20, 'b')).toBe(true)
    expect(() => mark('2', 20, 'b')).toThrow(code('ERR_REPLAY_FULL'))
    expect(mark('2', 20, 'a')).toBe(true)
  })

  test('where no sender is named the room is for all', () => {
    const { mark } = made()
    for (const nonce of '12345678') expect(mark(nonce, 10)).toBe(true)
    expect(() => mark('9', 10)).toThrow(code('ERR_REPLAY_FULL'))
  })

  test('options and arguments', () => {
    for (const perSender of [0, 1.5, '1', null])
      expect(() => memoryReplayStore({ perSender: perSender as never })).toThrow(
        code('ERR_ARGUMENT'),
      )
    expect(() => memoryReplayStore({ perSenders: 1 } as never)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('did you mean "perSender"?') }),
    )
    const { mark } = made()
    expect(() => mark('1', 10, 5 as never)).toThrow(code('ERR_ARGUMENT'))
  })
})

describe('markOnce', () => {
  test('names the sender, and calls a store as its own', async () => {
    class Store {
      readonly seen: unknown[] = []
      checkAndMark(...all: unknown[]) {
        this.seen.push(all)
        return true
      }
    }
    const store = new Store()
    await markOnce(store, 'mark', 10, 'sender')
    expect(store.seen).toEqual([['mark', 10, 'sender']])
  })

  test.each([false, 1, 'true', undefined, {}])('anything but true refuses: %j', async (answer) => {
    const store = { checkAndMark: () => answer as boolean }
    await expect(markOnce(store, 'mark', 10)).rejects.toThrow(code('ERR_REPLAY'))
  })
})
