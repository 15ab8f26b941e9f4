import { parsePath } from './path.js';

/** A language in which a controller parses texts, and which the schema doesn't check. */
export type LanguageName =
  | 'cel'
  | 'cron'
  | 'go-duration'
  | 'json-pointer'
  | 'label-selector'
  | 'patch'
  | 're2'
  | 'semver-range';

/** A field whose text is in such a language. */
export interface LanguageField {
  /** As in `spec.dependsOn[].readyExpr`. */
  readonly path: string;
  readonly steps: readonly string[];
  readonly language: LanguageName;
  /** Whether the controller reads the field, given the object that has it. @default - it does */
  readonly isRead?: (holder: Readonly<Record<string, unknown>>) => boolean;
}

export const field = (path: string, language: LanguageName, isRead?: LanguageField['isRead']): LanguageField => ({
  path,
  steps: parsePath(path),
  language,
  ...(isRead === undefined ? {} : { isRead }),
});
