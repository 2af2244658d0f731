import { presentation } from '../grant.ts'

export const text = JSON.stringify(presentation)
