import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'

export { createServer } from 'node:http'
export const app = express()
export const answer = (_: IncomingMessage, response: ServerResponse): void => {
  response.end('hello')
}
