// A small disk, which a test fills: a file system in memory, which root may mount.

import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { type Folder, folder, type Owner } from './process.js'

export type Disk = Folder & {
  /** Leaves no room on it. */
  fill(): void
  /** Makes room again. */
  free(): void
}

/** Whether disks can be mounted here. */
export function canMount(): boolean {
  const disk = mount(1)
  disk?.remove()
  return disk !== undefined
}

/** A disk of so many megabytes, for this account; `undefined` where this process may not mount one. */
export function mount(megabytes: number, owner?: Owner): Disk | undefined {
  const place = folder(owner)
  const whose = owner ? `,uid=${owner.uid},gid=${owner.gid}` : ''
  const how = `size=${megabytes}m,mode=0700${whose}`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', how, 'tmpfs', place.path])
  if (status !== 0) {
    place.remove()
    return undefined
  }
  const ballast = join(place.path, 'ballast')
  const unmount = () => void spawnSync('umount', ['--lazy', place.path])
  // A check that breaks off leaves no disk behind.
  process.once('exit', unmount)
  return {
    path: place.path,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      process.off('exit', unmount)
      unmount()
      place.remove()
    },
  }
}

/** Writes until there is no room, in ever smaller pieces. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  for (let size = 2 ** 20; size >= 1; ) {
    try {
      writeSync(file, new Uint8Array(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      size = Math.floor(size / 2)
    }
  }
  fsyncSync(file)
  closeSync(file)
}
