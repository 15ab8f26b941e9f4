// Prints schemas/kubernetes/rules/since.yaml: the fields of Kubernetes' own kinds that not every version has.
//   node scripts/learn-since.js 1.33=FILE 1.34=FILE … > schemas/kubernetes/rules/since.yaml
// Each FILE is api/openapi-spec/swagger.json of the module k8s.io/kubernetes, as `go mod download` gets it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `io.k8s.api.core.v1.Pod` → `core.v1.Pod` */
const shorten = (name) =>
  name
    .replace(/^io\.k8s\.(kube-aggregator\.pkg\.apis|apiextensions-apiserver\.pkg\.apis)\./, '')
    .replace(/^io\.k8s\.(apimachinery\.pkg\.apis|apimachinery\.pkg|apimachinery|api)\./, '');

const versions = process.argv.slice(2).map((argument) => {
  const [, version, file] = /^(\d+\.\d+)=(.+)$/.exec(argument) ?? [];
  if (version === undefined) {
    console.error(`"${argument}" isn't VERSION=FILE, such as 1.34=swagger.json`);
    process.exit(2);
  }
  const { definitions } = JSON.parse(readFileSync(file, 'utf8'));
  const types = Object.entries(definitions).map(([name, { properties = {} }]) => [shorten(name), properties]);
  return { version, types: new Map(types) };
});
if (versions.length < 2) {
  console.error('give at least two versions, the oldest first: VERSION=FILE VERSION=FILE …');
  process.exit(2);
}

const kept = new URL('../schemas/kubernetes/openapi.json', import.meta.url);
const { defs } = JSON.parse(readFileSync(fileURLToPath(kept), 'utf8'));
const [oldest, ...newer] = versions;

console.log(
  '# Fields that not every Kubernetes that a cluster may have serves, with the minor version that introduced them.',
);
console.log('# Written by scripts/learn-since.js from api/openapi-spec of k8s.io/kubernetes.');
for (const name of Object.keys(defs).sort()) {
  // A type that a version lacks is reached through a field that it lacks, or belongs to a kind that it lacks.
  const first = versions.find(({ types }) => types.has(name));
  if (first === undefined) continue;
  const since = Object.keys(defs[name].properties ?? {}).flatMap((field) => {
    const has = ({ types }) => types.get(name)?.[field] !== undefined;
    if (has(oldest) || has(first)) return [];
    const introduced = newer.find(has);
    return introduced === undefined ? [] : [`${field}: '${introduced.version}'`];
  });
  if (since.length > 0) console.log(`${name}: { since: { ${since.join(', ')} } }`);
}
