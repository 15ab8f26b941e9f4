// node scripts/take-default-roles.js <kubernetes checkout>…: keeps the facts of the roles that API servers make by default.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './bundle.js';

const checkouts = process.argv.slice(2);
if (checkouts.length === 0) {
  console.error(
    'usage: node scripts/take-default-roles.js <checkout of kubernetes, named after its version: …v1.36.3>…',
  );
  process.exit(2);
}
const { parseYamlDocuments } = await load('src/yaml/parse-yaml.ts');
const FOLDER = 'plugin/pkg/auth/authorizer/rbac/bootstrappolicy/testdata';
const FILES = ['cluster-roles', 'controller-roles', 'cluster-role-bindings', 'controller-role-bindings'];
const LABEL = 'rbac.authorization.k8s.io/aggregate-to-';

const printRule = ({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) => {
  if (nonResourceURLs.length > 0) return ` ${verbs.join(',')} ${nonResourceURLs.join(',')}`;
  const groups = apiGroups.map((group) => group || 'core');
  return [
    ` ${verbs.join(',')}`,
    groups.join(','),
    resources.join(','),
    ...(resourceNames.length > 0 ? [resourceNames.join(',')] : []),
  ].join(' ');
};

const versions = [];
/** By the head of a role or binding: its lines, with the versions that have each. */
const found = new Map();
for (const checkout of checkouts) {
  const version = /v(\d+\.\d+)\.\d+$/.exec(checkout)?.[1];
  if (version === undefined) throw new Error(`${checkout}: its name doesn't end with a version`);
  versions.push({ minor: version, full: /v[\d.]+$/.exec(checkout)[0] });
  for (const file of FILES) {
    const [list] = parseYamlDocuments(readFileSync(join(checkout, FOLDER, `${file}.yaml`), 'utf8'));
    for (const { kind, metadata, rules, aggregationRule, roleRef, subjects } of list.items) {
      const { name, labels = {} } = metadata;
      const add = (head, lines) => {
        const all = found.get(head) ?? new Map();
        found.set(head, all);
        for (const line of lines) all.set(line, [...(all.get(line) ?? []), version]);
      };
      if (kind === 'ClusterRole') {
        const to = Object.keys(labels).flatMap((key) =>
          key.startsWith(LABEL) ? [` to ${key.slice(LABEL.length)}`] : [],
        );
        const from = (aggregationRule?.clusterRoleSelectors ?? []).flatMap(({ matchLabels }) =>
          Object.keys(matchLabels).map((key) => ` from ${key.slice(LABEL.length)}`),
        );
        // What an aggregated role has is found from those that it selects.
        add(`role ${name}`, [...to, ...from, ...(from.length > 0 ? [] : (rules ?? []).map(printRule))]);
      } else {
        const of = (subjects ?? []).map((one) => ` ${one.kind} ${one.namespace ?? '-'} ${one.name}`);
        add(`bind ${name} ${roleRef.name}`, of);
      }
    }
  }
}

const all = versions.map(({ minor }) => minor);
const rangeOf = (has) => {
  if (has.length === all.length) return '';
  return ` @${has[0]}-${has.at(-1)}`;
};
const written = (isWanted) =>
  [...found]
    .filter(([head]) => isWanted(head.split(' ')[1]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([head, lines]) => [head, ...[...lines].map(([line, has]) => `${line}${rangeOf(has)}`)])
    .join('\n');
const from = `Kubernetes ${versions.map(({ full }) => full).join(', ')}`;
const form = `
 * A role has rules (verbs, groups, resources and names; or verbs and paths), labels by which others take its rules
 * (\`to edit\`) and selectors (\`from edit\`); a binding has a role and subjects. \`@1.34-1.36\`: only in these versions.`;
const isOfController = (name) => name.startsWith('system:controller:');
for (const [file, name, whose, more, isWanted] of [
  ['default-roles', 'defaultRoles', 'that an API server makes', form, (one) => !isOfController(one)],
  [
    'controller-roles',
    'controllerRoles',
    "of Kubernetes' own controllers",
    '\n * In the form of `default-roles.ts`.',
    isOfController,
  ],
]) {
  const out = `src/knowledge/kubernetes/${file}.ts`;
  const text = written(isWanted);
  writeFileSync(
    out,
    `/**
 * The ClusterRoles ${whose}, and their bindings: ${from}.
 * Written by scripts/take-default-roles.js; test/live/rbac.test.ts compares it with a real API server.
 *${more}
 */
export const ${name} = \`
${text}
\`;
`,
  );
  console.log(`${out}: ${text.length} characters`);
}
