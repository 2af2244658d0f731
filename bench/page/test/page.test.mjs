// The bench page as a visitor has it: built, served, in Chromium. The parts share one build and one browser.
//
// Run: npm run check -- --only bench-page

import './look.mjs'
import './share.mjs'
import './isolation.mjs'
import './table.mjs'
import './run.mjs'
