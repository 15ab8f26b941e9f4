import type { TreePlace } from '../compile/layout.js';
import { ADDON_FOLDERS } from '../compile/layout.js';
import { createFileNames } from './file-name.js';
import { findHeader, type Header, printFile, readHeader } from './header.js';

/**
 * The header of a file that fluxspan wrote where the file is. A copy of a generated file elsewhere isn't ours, and what
 * another project wrote into the same tree isn't either.
 *
 * @param path relative to the tree's root
 */
export const readOwnHeader = (tree: TreePlace, path: string, text: string): Header | undefined => {
  const header = readHeader(path, text) ?? findNamedHeader(tree, path, text);
  return header !== undefined && isInPlace(tree, path, text, header) ? header : undefined;
};

/**
 * A header that somebody has written something in front of, if it names the very file: then it is neither a copy nor a
 * quotation, and what Flux applies from the file is ours.
 */
const findNamedHeader = (tree: TreePlace, path: string, text: string): Header | undefined => {
  if (!text.includes(printFile(tree.inProject(path)))) return undefined;
  const header = findHeader(path, text);
  return header?.file === undefined ? undefined : header;
};

/** The same for a file that is planned: there, a header without a path will do too. */
export const findOwnHeader = (tree: TreePlace, path: string, text: string): Header | undefined => {
  const header = readHeader(path, text) ?? findHeader(path, text);
  return header !== undefined && isInPlace(tree, path, text, header) ? header : undefined;
};

/** Whether fluxspan wrote a file where it is, in a repository of which the project's folder isn't known. */
export const isOwnInRepository = (path: string, text: string): boolean => {
  const header = readHeader(path, text);
  return header !== undefined && (header.file === undefined || `/${path}`.endsWith(`/${header.file}`));
};

const isInPlace = (tree: TreePlace, path: string, text: string, header: Header): boolean =>
  isOfApp(tree, header) &&
  (header.file === undefined
    ? isInOldPlace(tree.inAppRoot(path) ?? '', text, header)
    : header.file === printFile(tree.inProject(path)));

/** A file without the name of an app is anybody's: the app may have had none when it was written. */
const isOfApp = ({ app }: TreePlace, header: Header): boolean => header.app === undefined || header.app === app;

/** Where versions that wrote no path into the header put a file. */
const isInOldPlace = (path: string, text: string, { cluster, addon }: Header): boolean => {
  if (addon === undefined) {
    return path === `clusters/${cluster}/README.md` || SUMMARIES.some((name) => path === `contract/${cluster}/${name}`);
  }
  if (path === `clusters/${cluster}/${addon}.yaml`) return true;
  const name = ADDON_FOLDERS.map((folder) => `${folder}/${cluster}/${addon}/`).find((folder) =>
    path.startsWith(folder),
  );
  return name !== undefined && namesOf(text).includes(path.slice(name.length));
};

const SUMMARIES = ['contract.json', 'contract.tf', 'kubernetes.tf', 'README.md'];
/** What a file in an addon's folder may be called, by the first object in it. */
const namesOf = (text: string): readonly string[] => {
  const kind = /^kind: (\S+)\r?$/m.exec(text)?.[1] ?? '';
  const apiVersion = /^apiVersion: (\S+)\r?$/m.exec(text)?.[1] ?? '';
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  if (kind === 'Kustomization' && group === 'kustomize.config.k8s.io') return ['kustomization.yaml'];
  const nameOf = createFileNames();
  return [nameOf(kind, group, false), nameOf(kind, group, true)];
};
