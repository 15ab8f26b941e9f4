/** Texts that kustomize interprets or changes. */
export const TOUCHED = /\bconfig\.kubernetes\.io|\bkustomize\.config\.k8s\.io|\bconfig\.k8s\.io/;

/** Words that YAML 1.1 reads as booleans, and kustomize may read as text. */
const WORDS = /(?:^|[\s:[,{-])(?:y|yes|n|no|on|off)[ \t]*(?:[,}\]#]|$)/im;

export const hasWords = (text: string): boolean => WORDS.test(text);

/** Whether kustomize parses a YAML text as fluxspan does, and doesn't interpret any part of it. */
export const isPlainText = (text: string): boolean => !hasWords(text) && !TOUCHED.test(text);
