import { type Document, isMap, parseAllDocuments } from 'yaml';
import { isYaml, type Tree } from './tree.js';

const kinds = ['HelmRepository', 'OCIRepository', 'GitRepository'];

/** How to prove who we are, or who the author was: there is nobody to prove it to, and nothing is signed. */
const credentials = ['secretRef', 'certSecretRef', 'proxySecretRef', 'serviceAccountName', 'provider', 'verify'];

/**
 * The same tree, with the URL of each of its sources replaced as `map` says (without a slash at the end, on both sides);
 * OCI ones become `insecure`. Files without a source keep their bytes.
 *
 * Throws, with all of them, if there are sources whose URL the map lacks: they would be fetched from the Internet.
 */
export const redirect = (tree: Tree, map: Readonly<Record<string, string>>): Tree => {
  const missing: string[] = [];
  const redirected = Object.entries(tree).map(([path, text]): [string, string] => {
    if (!isYaml(path) || !text.includes('source.toolkit.fluxcd.io/')) return [path, text];
    const documents = parseAllDocuments(text);
    const changed = documents.filter((document) => {
      if (!isSource(document)) return false;
      const url = String(document.getIn(['spec', 'url']));
      const target = map[url.replace(/\/$/, '')];
      if (target === undefined) missing.push(`${path}: ${String(document.get('kind'))} "${url}"`);
      else point(document, target);
      return true;
    });
    return [path, changed.length === 0 ? text : documents.map(print).join('')];
  });
  if (missing.length > 0) {
    throw new Error(`no redirect for these sources; push what they should serve first:\n  ${missing.join('\n  ')}`);
  }
  return Object.fromEntries(redirected);
};

const print = (document: Document, index: number): string => {
  const text = document.toString({ lineWidth: 0 });
  // A document that had its marker keeps it.
  return index === 0 || text.startsWith('---') ? text : `---\n${text}`;
};

const isSource = (document: Document): boolean =>
  isMap(document.contents) &&
  String(document.get('apiVersion')).startsWith('source.toolkit.fluxcd.io/') &&
  kinds.includes(String(document.get('kind')));

const point = (document: Document, url: string): void => {
  document.setIn(['spec', 'url'], url);
  if (url.startsWith('oci://')) document.setIn(['spec', 'insecure'], true);
  for (const field of credentials) document.deleteIn(['spec', field]);
};
