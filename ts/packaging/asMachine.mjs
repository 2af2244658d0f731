// Whoever starts "this Node again" starts the one of the other machine: `addonRuns.mjs`.

process.execPath = process.env.COUNTERSIGN_MACHINE
