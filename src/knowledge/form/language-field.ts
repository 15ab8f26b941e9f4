import { parsePath } from './path.js';

/** A language that a controller parses texts in, of which the schema of their kind says nothing. */
export type LanguageName =
  | 'cel'
  | 'cron'
  | 'go-duration'
  | 'json-pointer'
  | 'label-selector'
  | 'patch'
  | 're2'
  | 'semver-range';

/** A field whose text is in a language of its own. */
export interface LanguageField {
  /** As in `spec.dependsOn[].readyExpr`. */
  readonly path: string;
  readonly steps: readonly string[];
  readonly language: LanguageName;
  /** Looks at the object that holds the field: whether the controller reads it. @default - it does */
  readonly isRead?: (holder: Readonly<Record<string, unknown>>) => boolean;
}

export const field = (path: string, language: LanguageName, isRead?: LanguageField['isRead']): LanguageField => ({
  path,
  steps: parsePath(path),
  language,
  ...(isRead === undefined ? {} : { isRead }),
});
