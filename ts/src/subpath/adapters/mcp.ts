/**
 * `countersign/adapters/mcp`: a signer that authenticates a client of `@modelcontextprotocol/sdk`.
 *
 * @module
 */

export { mcpClientAuth } from '../../adapters/mcp.js'
