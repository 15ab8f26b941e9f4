import * as audit from '../audit/diagnostics.js';
import type { DiagnosticDefinition } from '../diagnostics/index.js';
import * as importTree from '../import-tree/diagnostics.js';
import * as init from '../init/diagnostics.js';
import * as upgrade from '../upgrade/diagnostics.js';
import * as typeCheck from './type-check/diagnostics.js';

/** What single commands report, and no rule. */
export const commandDiagnostics: readonly Readonly<Record<string, DiagnosticDefinition>>[] = [
  audit,
  importTree,
  init,
  upgrade,
  typeCheck,
];
