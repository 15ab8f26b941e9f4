import { isUtf16 } from '../../files/utf16-text.js';
import { parseYamlNodes } from '../../yaml/parse-yaml.js';
import type { YamlNode } from '../../yaml/yaml-node.js';

/** Texts that kustomize interprets or changes. */
export const TOUCHED = /\bconfig\.kubernetes\.io|\bkustomize\.config\.k8s\.io|\bconfig\.k8s\.io/;

/** Where YAML 1.1 may read a boolean, and kustomize reads text. */
const WORDS = /(?:^|[\s:[,{-])(?:y|yes|n|no|on|off)[ \t]*(?:[,}\]#]|$)/im;
const WORD = /^(?:y|yes|n|no|on|off)$/i;

/** Whether a text may have a word such as `yes`, by a quick look. */
export const mayHaveWords = (text: string): boolean => WORDS.test(text);

/** Whether a YAML text has a word such as `yes` without quotes, which YAML 1.1 reads as a boolean and kustomize as text. */
export const hasWords = (text: string): boolean => mayHaveWords(text) && parseYamlNodes(text).some(holdsWord);

const holdsWord = (node: YamlNode): boolean => {
  if (node.kind === 'scalar') return node.isPlain && WORD.test(node.value);
  // What an alias stands for is elsewhere in the text.
  return node.kind !== 'alias' && node.children.some(holdsWord);
};

/** The head of a folded block. */
const FOLDED = /(?:^|[\s:-])>[-+1-9]*[ \t]*(?:#.*)?$/m;

/** Whether kustomize may print a YAML text with other line breaks: it folds indented lines wrongly. */
export const mayFoldWrongly = (text: string, value: unknown): boolean => FOLDED.test(text) && hasIndentedLine(value);

const hasIndentedLine = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\n[ \t]/.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasIndentedLine);

/** Whether kustomize parses a YAML text as fluxspan does, and doesn't interpret any part of it. */
export const isPlainText = (text: string): boolean => !isUtf16(text) && !hasWords(text) && !TOUCHED.test(text);
