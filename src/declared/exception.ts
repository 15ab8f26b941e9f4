import type { DiagnosticCode, Severity } from '../diagnostics/index.js';

/** Where a rule is not to speak, or otherwise. */
export interface ExceptionOptions {
  /** `Kind/name`, as the diagnostic shows it. @default - any object of the addon */
  readonly object?: string;
  /** The addon that has the object, or that the diagnostic is about. @default - any addon that has the object */
  readonly addon?: string;
  /** What the diagnostic becomes: milder, stricter or silent. @default 'off' */
  readonly severity?: Severity | 'off';
  /** Why, for those who read the tree: its README lists it. */
  readonly reason: string;
}

/** What a diagnostic of addons takes: FX601, FX615 and FX668. */
export interface AddonExceptionOptions extends Omit<ExceptionOptions, 'object'> {
  /** The addon that the diagnostic is about. */
  readonly addon: string;
}

/** What a diagnostic of kinds takes too: FX318. */
export interface KindExceptionOptions extends ExceptionOptions {
  /** apiVersion and kind, as the diagnostic shows them: `example.org/v1 Widget`. @default - any kind */
  readonly kind?: `${string} ${string}`;
}

/** An exception that the code of a cluster makes. */
export interface DeclaredException extends KindExceptionOptions {
  readonly code: DiagnosticCode;
  /** `src/platform/dev.ts:12`. */
  readonly place: () => string | undefined;
}
