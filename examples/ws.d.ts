// The part of `ws` that the example uses; the package has no types of its own.

declare module 'ws' {
  export type Socket = {
    on(event: 'message', listener: (data: Uint8Array) => void): void
    send(data: Uint8Array): void
    close(): void
  }
  /** A client, as of browsers. */
  export const WebSocket: typeof globalThis.WebSocket
  export class WebSocketServer {
    constructor(options: { server: import('node:http').Server })
    on(
      event: 'connection',
      listener: (socket: Socket, request: import('node:http').IncomingMessage) => void,
    ): void
    close(): void
  }
}
