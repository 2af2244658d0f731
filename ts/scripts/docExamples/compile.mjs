// Checks the types of all examples at once, as an application's compiler would.

import { dirname } from 'node:path'

import ts from 'typescript'

/** What the compiler says of the project at `config`: `{ file, line, text }`, the line from zero. */
export function compileFaults(config) {
  const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile)
  if (error) return [describe(error)]
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    json,
    ts.sys,
    dirname(config),
  )
  const program = ts.createProgram(fileNames, options)
  return [...errors, ...ts.getPreEmitDiagnostics(program)].map(describe)
}

function describe({ file, start, messageText }) {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n    ')
  const line = file ? file.getLineAndCharacterOfPosition(start).line : 0
  return { file: file?.fileName ?? 'tsconfig.json', line, text }
}
