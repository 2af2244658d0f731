export * as check from '../src/check.ts'
export { type Fields, optional, shape, withDefault } from '../src/shape.ts'

/** A function of the package. */
export declare namespace sign {
  type Options = { readonly kid: string; readonly now?: Date; readonly strict?: boolean }
}
export const options = { kid: 'did:web:agent.example#key-1' }
