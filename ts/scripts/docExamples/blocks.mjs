// Finds the TypeScript examples in doc comments and in Markdown.

/** The other languages that a block may name. */
const others = new Set(['js', 'json', 'rust', 'sh', 'text', 'toml', 'html'])

/**
 * Every TypeScript block of `text`, the file at `path`: `{ path, line, code, skip }`.
 *
 * `line` is that of the first line of code. `skip` is the reason after `no-run:`, or undefined. What is wrong with a
 * block is given to `fault`, as `path:line: text`.
 */
export function blocksIn(path, text, fault) {
  const lines = path.endsWith('.md') ? text.split('\n') : commentLines(text)
  const say = (index, why) => fault(`${path}:${index + 1}: ${why}`)
  checkExamples(lines, say)
  return fenced(lines, say)
    .filter(({ language }) => language === 'ts')
    .map(({ index, skip, code }) => ({ path, line: index + 2, skip, code: code.join('\n') }))
}

/** The lines of doc comments, without their asterisks, and `undefined` for lines of code. */
function commentLines(text) {
  let inside = false
  return text.split('\n').map((line) => {
    if (/^\s*\/\*\*/.test(line)) inside = true
    const words = line.replace(/^\s*(\/\*\*|\*(?!\/)) ?/, '').replace(/\s*\*\/$/, '')
    const kept = inside ? words : undefined
    if (line.includes('*/')) inside = false
    return kept
  })
}

/** Every block, whatever its language; `index` is that of the line that opens it. */
function fenced(lines, say) {
  const blocks = []
  let open
  for (const [index, line = ''] of lines.entries()) {
    const fence = /^\s*```(.*)$/.exec(line)
    if (!fence) open?.code.push(line)
    else if (open) open = undefined
    else {
      open = { index, ...languageOf(fence[1], index, say), code: [] }
      blocks.push(open)
    }
  }
  if (open) say(open.index, 'the block has no end')
  return blocks
}

function languageOf(info, index, say) {
  const [, language, rest] = /^\s*(\S*)\s*(.*?)\s*$/.exec(info)
  const skip = /^no-run: (.+)$/.exec(rest)?.[1]
  if (language !== 'ts' && !others.has(language))
    say(index, `the block must name its language: ts, ${[...others].join(', ')}`)
  if (language === 'ts' && rest !== '' && !skip)
    say(index, `after \`ts\` may stand \`no-run: REASON\`, not \`${rest}\``)
  return { language, skip }
}

/** What follows `@example` and is no block would be neither compiled nor shown as code. */
function checkExamples(lines, say) {
  for (const [index, line] of lines.entries())
    if (/^\s*@example/.test(line ?? '') && !/^\s*```/.test(lines[index + 1] ?? ''))
      say(index, 'a block must follow @example')
}
