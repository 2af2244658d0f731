/**
 * The readings of a card that have a name, the one of the specification first.
 *
 * @internal
 * @module
 */

export const readings = ['default', 'a2a-sdk', 'a2a-go'] as const
