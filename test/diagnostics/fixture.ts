import type { Diagnostic } from 'fluxspan';

/** Makes the diagnostics of one bad input. */
export type Fixture = () => readonly Diagnostic[];
