import { decodeUtf16 } from '../files/utf16-text.js';
import { mayHaveWords } from './build/plain-text.js';

/** What a quick look at the text of a YAML file tells, so that only few files are parsed. */
export interface FileMarks {
  /** It names the API group of Flux's Kustomizations. */
  readonly namesKustomization: boolean;
  /** It may have words such as `yes`, which are booleans in a kustomization file, and texts in a manifest. */
  readonly mayHaveWords: boolean;
  /** The lines with a path, as a Kustomization names the folder that it reads. */
  readonly pathLines: readonly string[];
}

export const marksOf = (file: string): FileMarks => {
  const text = decodeUtf16(file);
  return {
    namesKustomization: text.includes('kustomize.toolkit.fluxcd.io'),
    mayHaveWords: mayHaveWords(text),
    // No file of manifests has the first one.
    pathLines:
      text.includes('\0') || !text.includes('path') ? [] : text.split('\n').filter((line) => PATH_LINE.test(line)),
  };
};

const PATH_LINE = /(?:^|[^A-Za-z])path["']?: *["']?[./]*[A-Za-z0-9_$]/;
