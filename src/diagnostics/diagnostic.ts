import type { DiagnosticCode, DiagnosticDefinition } from './define-diagnostic.js';
import { hidePasswords } from './hide-passwords.js';
import type { Severity } from './severity.js';
import type { Ties } from './ties.js';

/** Where a problem is, from the outside in; every part that is known. */
export interface Place {
  /** The name of the cluster. */
  readonly cluster?: string;
  /** The name of the addon. */
  readonly addon?: string;
  /** `Kind/name`, as kubectl prints it. */
  readonly object?: string;
  /** The path inside the object or declaration: `spec.hostnames[0]`. */
  readonly path?: string;
  /** The file of the tree, relative to the project. */
  readonly file?: string;
  /** The place in the user's code: `src/addons/authentik/index.ts:41`. */
  readonly source?: string;
}

/** One problem found: what is wrong, where, and what to do about it. */
export interface Diagnostic {
  /** `FX203`; `fluxspan explain` and docs/diagnostics.md say more of it. */
  readonly code: DiagnosticCode;
  /** `missing-provider`. */
  readonly name: string;
  /** An error keeps synth from writing anything. */
  readonly severity: Severity;
  /** The cause, in lower case, on one line. */
  readonly message: string;
  /** Where it is: in the code, in an addon, in an object of the tree. */
  readonly at: Place;
  /** What helps to understand the message, a sentence each. */
  readonly notes: readonly string[];
  /** What to do about it. */
  readonly fix: string;
  /** Which of several kinds of the problem it is, for tools: `type` or `unread` of FX313. */
  readonly kind?: string;
  /** `example.org/v1 Widget`, where an exception may name the kind of the object. */
  readonly objectKind?: string;
  /** What ties it to others, for whoever prints them. */
  readonly ties?: Ties;
}

export interface DiagnosticInput {
  readonly message: string;
  readonly at?: Place;
  readonly notes?: readonly string[];
  readonly fix: string;
  /** @default - the severity of the definition */
  readonly severity?: Severity;
  readonly kind?: string;
  readonly objectKind?: string;
  readonly ties?: Ties;
}

/** One occurrence of what a definition describes. No password of a URL is told. */
export const diagnose = (definition: DiagnosticDefinition, input: DiagnosticInput): Diagnostic => ({
  code: definition.code,
  name: definition.name,
  severity: input.severity ?? definition.severity,
  message: hidePasswords(input.message),
  at: input.at ?? {},
  notes: (input.notes ?? []).map(hidePasswords),
  fix: hidePasswords(input.fix),
  ...(input.kind === undefined ? {} : { kind: input.kind }),
  ...(input.objectKind === undefined ? {} : { objectKind: input.objectKind }),
  ...(input.ties === undefined ? {} : { ties: input.ties }),
});

/** The same problem with a place around it; parts that the diagnostic already has stay. */
export const within = (place: Place, diagnostic: Diagnostic): Diagnostic => ({
  ...diagnostic,
  at: { ...place, ...diagnostic.at },
});

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((diagnostic) => diagnostic.severity === 'error');
