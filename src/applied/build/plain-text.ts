/** kustomize looks at these, or makes something else of them. */
export const TOUCHED = /\bconfig\.kubernetes\.io|\bkustomize\.config\.k8s\.io|\bconfig\.k8s\.io/;

/** Words that are booleans for YAML 1.1, and may be texts for kustomize. */
const WORDS = /(?:^|[\s:[,{-])(?:y|yes|n|no|on|off)[ \t]*(?:[,}\]#]|$)/im;

export const hasWords = (text: string): boolean => WORDS.test(text);

/** Whether kustomize reads a text of YAML as we do, and has nothing of its own to do with it. */
export const isPlainText = (text: string): boolean => !hasWords(text) && !TOUCHED.test(text);
