import type { DiagnosticDefinition } from '../diagnostics/index.js';

export const codesOf = (...definitions: readonly DiagnosticDefinition[]): ReadonlySet<string> =>
  new Set(definitions.map(({ code }) => code));
