import { type Diagnostic, diagnose, thrownText } from '../diagnostics/index.js';
import { type CrdSchemas, readCrd } from '../schema/read-crd.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import { schemaFile } from './diagnostics.js';

/** The kinds of the files that a FluxApp names in `schemas`. */
export interface OwnKinds {
  find(group: string, kind: string): CrdSchemas | undefined;
  /** All that the files describe. */
  all(): readonly CrdSchemas[];
  /** What is wrong with the files, as far as they were read: a document is parsed when an object may be of its kind. */
  problems(): readonly Diagnostic[];
}

/** What the API server takes as one object at most; no CRD is larger. */
const MAX_DOCUMENT = 3 * 1024 * 1024;

interface Document {
  readonly file: string;
  readonly text: string;
}

/** A file that an app names in `schemas`: its text, or why it can't be read. */
export type SchemaFile =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly error: string };

/** The kinds of an app's own CRD files, for all its clusters. */
export const openOwnKinds = (files: readonly SchemaFile[]): OwnKinds => {
  const problems: Diagnostic[] = [];
  const refuse = (file: string, what: string, fix: string) => {
    problems.push(diagnose(schemaFile, { message: `"${file}" ${what}`, at: { file }, fix }));
  };
  const found = new Map<string, CrdSchemas>();
  let unread: Document[] = [];

  for (const one of files) {
    const { file } = one;
    if ('error' in one) {
      refuse(file, `cannot be read: ${one.error}`, 'give the path of a file with CRDs, relative to the project');
      continue;
    }
    const documents = one.text.split(/^---(?:[ \t].*)?\r?$/m).filter((one) => /^[ \t]*[^#\s]/m.test(one));
    if (documents.length === 0) refuse(file, 'is empty', 'put your CustomResourceDefinitions into it');
    for (const [index, document] of documents.entries()) {
      const where = documents.length === 1 ? 'is' : `has a document (${index + 1}) that is`;
      if (document.length > MAX_DOCUMENT) {
        refuse(file, `${where} larger than 3 MiB, which no API server takes`, 'take a smaller CRD, or split it');
      } else if (!/\bCustomResourceDefinition(?:List)?\b/.test(document)) {
        refuse(file, `${where} not a CustomResourceDefinition`, 'keep only CustomResourceDefinitions in it');
      } else unread.push({ file, text: document });
    }
  }

  const parse = ({ file, text }: Document): void => {
    let documents: readonly unknown[];
    try {
      documents = text.trimStart().startsWith('{') ? [JSON.parse(text)] : parseYamlDocuments(text);
    } catch (error) {
      const cause = error instanceof YamlError ? error.reason : thrownText(error);
      refuse(file, `cannot be parsed: ${cause}`, 'fix it; kubectl apply --dry-run=client says more');
      return;
    }
    for (const one of documents.flatMap(itemsOf)) {
      const crd: CrdSchemas | string = readCrd(one);
      if (typeof crd === 'string') {
        refuse(
          file,
          `has a document that ${crd}`,
          'keep only CustomResourceDefinitions in it, as the API server takes them',
        );
      } else found.set(`${crd.group}/${crd.kind}`, crd);
    }
  };

  return {
    find(group, kind) {
      const wanted = unread.filter(({ text }) => text.includes(kind) && text.includes(group));
      if (wanted.length > 0) {
        unread = unread.filter((document) => !wanted.includes(document));
        for (const document of wanted) parse(document);
      }
      return found.get(`${group}/${kind}`);
    },
    all() {
      for (const document of unread) parse(document);
      unread = [];
      return [...found.values()];
    },
    problems: () => problems,
  };
};

const itemsOf = (json: unknown): readonly unknown[] => {
  const items = (json as { items?: unknown } | null)?.items;
  return Array.isArray(items) ? items : [json];
};
