import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { printDiagnostic } from '../src/diagnostics/print.js';
import { readRegularFile } from '../src/files/read-file.js';
import { fieldsOf } from '../src/json/as-shape.js';
import { isObject } from '../src/json/is-object.js';
import { isClusterScoped } from '../src/knowledge/index.js';
import type { AppliedObject } from '../src/owners/claim.js';
import { findTwoOwners } from '../src/owners/find-two-owners.js';
import { terraformOnDisk } from '../src/owners/terraform-on-disk.js';
import { toolClaims } from '../src/owners/tool-claims.js';
import { isTerraformFile, loadHclParser, openTerraformReader } from '../src/terraform/read/index.js';
import { locateBlocks } from '../src/terraform/read/source/locate-blocks.js';
import { readHclBlocks } from '../src/terraform/read/source/read-blocks.js';
import { parseYamlDocuments } from '../src/yaml/parse-yaml.js';
import { YamlError } from '../src/yaml/yaml-error.js';

/** Paths of all files below a folder, without git's own and what Terraform downloads. */
const filesIn = (top: string): readonly string[] =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(\.git|\.terraform|node_modules)\//.test(path))
    .sort();

const documentsOf = (text: string): readonly unknown[] => {
  try {
    return parseYamlDocuments(text);
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
};

const readObjects = (top: string, paths: readonly string[]): readonly AppliedObject[] => {
  const texts = paths
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => ({ path, documents: documentsOf(readRegularFile(join(top, path), 64).toString()) }));
  const namespaces = new Map(
    texts.flatMap(({ path, documents }) => {
      const { namespace } = fieldsOf(documents[0]);
      return /^kustomization\.ya?ml$/.test(basename(path)) && typeof namespace === 'string'
        ? [[dirname(path), namespace] as const]
        : [];
    }),
  );
  const around = (path: string): string | undefined => {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const found = namespaces.get(folder);
      if (found !== undefined || folder === '.') return found;
    }
  };
  return texts.flatMap(({ path, documents }) =>
    documents.flatMap((json): readonly AppliedObject[] => {
      if (!isObject(json) || typeof json['apiVersion'] !== 'string' || typeof json['kind'] !== 'string') return [];
      const { name, namespace } = fieldsOf(json['metadata']);
      if (typeof name !== 'string') return [];
      const { apiVersion, kind } = json;
      const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      const place = isClusterScoped(group, kind)
        ? ''
        : typeof namespace === 'string'
          ? namespace
          : (around(path) ?? 'default');
      const at = { file: path };
      return [{ group, kind, namespace: place, name, json: json as never, owner: path, at }];
    }),
  );
};

/** Prints a row of a repository, and what was found. */
export const printTwoOwners = async (top: string): Promise<void> => {
  const paths = filesIn(top);
  const objects = readObjects(top, paths);
  const parseHcl = await loadHclParser();
  const reader = openTerraformReader(terraformOnDisk(top), parseHcl);
  const hcl = paths.filter((path) => isTerraformFile(basename(path)));
  const start = performance.now();
  const roots = await reader.findRoots([...new Set(hcl.map((path) => (dirname(path) === '.' ? '' : dirname(path))))]);
  let [resources, unnamed, unseen, problems] = [0, 0, 0, 0];
  const found: string[] = [];
  for (const { folder } of roots) {
    const read = await reader.read(folder);
    const owning = read.resources.filter(
      ({ type, mode }) => mode === 'managed' && /^(kubernetes|helm|kubectl)_/.test(type),
    );
    const named = new Set(toolClaims(read).map(({ resource }) => resource));
    resources += read.resources.length;
    unnamed += owning.filter((one) => !named.has(one)).length;
    unseen += read.unseen.length;
    problems += read.problems.length;
    found.push(...findTwoOwners(objects, [read], { cluster: folder }).map((one) => printDiagnostic(one)));
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  let [blocks, unplaced] = [0, 0];
  for (const path of hcl.filter((one) => !one.endsWith('.json'))) {
    const text = readRegularFile(join(top, path), 8).toString();
    const parsed = await readHclBlocks(path, text, parseHcl);
    if (!parsed.ok) continue;
    const lines = new Set(locateBlocks(text).blocks.map(({ line }) => line));
    blocks += parsed.blocks.length;
    const source = text.split('\n');
    unplaced += parsed.blocks.filter(([type, { place }]) => {
      const line = source[place.line - 1] ?? '';
      return !lines.has(place.line) || !line.trimStart().startsWith(type);
    }).length;
  }
  const cells = [
    basename(top).replace('+', '/'),
    `${objects.length} manifests`,
    `${roots.length} roots`,
    `${hcl.length} files, ${problems} unread`,
    `${blocks} blocks, ${unplaced} without their line`,
    `${resources} resources, ${unnamed} unnamed`,
    `${unseen} modules elsewhere`,
    `${found.length} findings`,
    `${seconds} s`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const one of found) console.log(one.replace(/^/gm, '  '));
};
