// Run: npm start
// Two agents meet in a page: verified cards, a session, receipts, a grant that is taken back.

import './style.css'

import { init } from 'countersign'
import { createRoot } from 'react-dom/client'

import { Console } from './console.tsx'
import { meet } from './meeting.ts'

await init()
const meeting = await meet()
createRoot(document.getElementById('root') as HTMLElement).render(<Console meeting={meeting} />)
