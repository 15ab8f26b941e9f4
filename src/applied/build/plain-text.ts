import { isUtf16 } from '../../files/utf16-text.js';

/** Texts that kustomize interprets or changes. */
export const TOUCHED = /\bconfig\.kubernetes\.io|\bkustomize\.config\.k8s\.io|\bconfig\.k8s\.io/;

/** Where sigs.k8s.io/yaml may read a boolean, and kyaml a text. */
const WORDS = /(?:^|[\s:[,{-])(?:y|yes|n|no|on|off)[ \t]*(?:[,}\]#]|$)/im;

/** Whether a text may have a word such as `yes`, by a quick look. */
export const mayHaveWords = (text: string): boolean => WORDS.test(text);

/** The head of a folded block. */
const FOLDED = /(?:^|[\s:-])>[-+1-9]*[ \t]*(?:#.*)?$/m;

/** Whether kustomize may print a YAML text with other line breaks: it folds indented lines wrongly. */
export const mayFoldWrongly = (text: string, value: unknown): boolean => FOLDED.test(text) && hasIndentedLine(value);

const hasIndentedLine = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\n[ \t]/.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasIndentedLine);

/** Whether kustomize parses a YAML text as fluxspan does, and doesn't interpret any part of it. */
export const isPlainText = (text: string): boolean => !isUtf16(text) && !TOUCHED.test(text);
