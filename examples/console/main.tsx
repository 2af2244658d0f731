// Run: npm start
// Two agents meet in a page: verified cards, a session, receipts, a grant that is taken back.

import './style.css'

import { init } from 'countersign'
import { createRoot } from 'react-dom/client'

import { Console } from './console.tsx'
import { meet } from './meeting.ts'
import { Registry } from './registry.ts'

await init()
const meeting = await meet()
const registry = await Registry.find()
if (registry !== undefined) await meeting.registerAt(registry)
const root = createRoot(document.getElementById('root') as HTMLElement)
root.render(<Console meeting={meeting} registry={registry} />)
