import type { Diagnostic, Severity } from '../diagnostics/index.js';

/**
 * What is true of a repository, and yet no fault that anybody has to fix: advice, and what is about the first start of a
 * cluster, which may have been made by hand. fluxspan says it louder of trees that it writes itself.
 */
const ADVICE: ReadonlySet<string> = new Set([
  // Labels and settings that make Flux faster, or try again earlier.
  'FX609',
  'FX614',
  // The order of the first start: Flux tries again until what is waited for is there.
  'FX605',
  'FX608',
  // The API server drops the namespace.
  'FX612',
  // What a template of an unknown chart does with a number.
  'FX618',
  // A base and its overlay, by intention.
  'FX620',
  // Flux leaves out what leads above its source.
  'FX653',
]);

/** Diagnostics that are certain as errors, and advice as warnings. */
const ERRORS_ALONE: ReadonlySet<string> = new Set(['FX307', 'FX610', 'FX635']);

/** Who may apply what: a platform's own repository may do everything. */
const OF_TENANTS = /^FX8[0-3]/;

/** What only code that declares a cluster can answer. */
const OF_CODE: ReadonlySet<string> = new Set(['FX318']);

/** How a rule's finding counts in a repository that fluxspan doesn't write; undefined: not at all. */
export const judge = (found: Diagnostic): Diagnostic | undefined => {
  if (OF_CODE.has(found.code)) return undefined;
  const severity = severityOf(found);
  return severity === found.severity ? found : { ...found, severity };
};

const severityOf = (found: Diagnostic): Severity => {
  const { code, severity, message, fix, notes } = found;
  if (severity === 'notice' || ADVICE.has(code)) return 'notice';
  if (severity === 'warning' && (ERRORS_ALONE.has(code) || OF_TENANTS.test(code))) return 'notice';
  // Others may make namespaces and sources, unless the name looks misspelt.
  if (code === 'FX307' && /^nothing makes (?:Namespace|GitRepository|OCIRepository|Bucket)\//.test(message))
    return /did you mean/.test(fix) ? severity : 'notice';
  // Flux replaces labels and annotations that aren't texts.
  if (code === 'FX315' && /"metadata\.(?:labels|annotations)\[?.*takes a string/.test(message)) return 'notice';
  // A value that only the cluster knows.
  if (message.includes('${') && /^FX(?:303|315|316|623)$/.test(code)) return 'notice';
  // A circle of dependsOn alone never starts. Others may have been started by hand.
  if (code === 'FX640' && !notes.every((note) => /^\d+\. .* depends on /.test(note))) return 'notice';
  if (code === 'FX533' && message.includes('leads out of its source')) return 'notice';
  return severity;
};
