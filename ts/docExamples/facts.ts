// A chain of receipts that goes on.

export { receipts, trust } from './receipt.ts'
