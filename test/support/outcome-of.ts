import type { Diagnostic, Result } from '../../src/diagnostics/index.js';

/** The value of a result, or its problem: for a test that expects either. */
export const outcomeOf = <T>(result: Result<T>): T | Diagnostic => (result.ok ? result.value : result.problem);
