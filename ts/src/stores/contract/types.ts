/**
 * What the contract is told, and what it tells.
 *
 * @module
 */

import type { Options } from '../options.js'
import type { LogStores, Stores } from '../types.js'

/** Stores over a connection of their own. */
export type ConnectedStores = {
  readonly stores: Stores
  /** Ends the connection. */
  close(): void | Promise<void>
}

/** Logs over a connection of their own. */
export type ConnectedLogs = {
  readonly logs: LogStores
  /** Ends the connection. */
  close(): void | Promise<void>
}

/** How the contract gets at a store. @inline */
export type Fleet = {
  /** Connects to the same database, as one more instance does; migrated. */
  connect(options?: Pick<Options, 'now' | 'perSender' | 'documents'>): Promise<ConnectedStores>
  /**
   * Whether a database ends with its connection, as memory does. Such a store is spared the cases that need two
   * instances with clocks of their own, or a restart. Default: false.
   */
  readonly isSingle?: boolean
  /**
   * Runs a race in four other processes at once: each connects to the database and gives what {@link runRace} gives. Default:
   * over four connections of this process.
   */
  readonly race?: (race: Race) => Promise<readonly (readonly number[])[]>
}

/** How the contract gets at what keeps logs. @inline */
export type LogFleet = {
  /** Connects to the same place, as one more instance does. */
  connect(): Promise<ConnectedLogs>
  /** As of `Fleet`. */
  readonly isSingle?: boolean
  /** As of `Fleet`; each gives what {@link runLogRace} gives. */
  readonly race?: (race: LogRace) => Promise<readonly (readonly number[])[]>
}

/** Many writers who ask for the same at once, round by round. Plain data, so that it can be sent to a process. */
export type RaceOf<Kind> = {
  readonly kind: Kind
  /** Of what they ask for. */
  readonly name: string
  readonly rounds: number
  /** How many ask in this process. */
  readonly writers: number
  /** How many of them all may get a yes in each round. */
  readonly limit: number
}

/** A race for what a database decides. */
export type Race = RaceOf<'mark' | 'use' | 'uses' | 'rate' | 'ticket' | 'receipt'>

/** A race of writers of a log. */
export type LogRace = RaceOf<'tile' | 'checkpoint' | 'growth'>

/** What a case counted. */
export type Figures = {
  /** Questions that were asked. */
  readonly asked: number
  /** Answers that said yes. */
  readonly accepted: number
  /** Yeses beyond those that there may be. */
  readonly twice: number
  /** What nobody got, or was acknowledged and is not there. */
  readonly lost: number
}

/** One promise. */
export type ContractCase = {
  readonly name: string
  readonly needsInstances?: boolean
  run(): Promise<Figures>
}
