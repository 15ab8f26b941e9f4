import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { isClusterScoped } from '../../src/knowledge/index.js';
import { isBuiltInGroup } from '../../src/schema/kubernetes-groups.js';
import { runTsc } from '../charts/run-tsc.js';
import { allClassesOf, groupsOfModules, type KindClass } from '../schema/kind-classes.js';
import { kindCorpus } from '../schema/kind-corpus.js';
import { nativeCases } from '../schema/native/native-cases.js';
import { ownKinds } from '../schema/own-kinds.js';
import { root } from '../support/root.js';

interface Made {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: object };
}

const groups = groupsOfModules.filter((group) => group === 'core' || isBuiltInGroup(group));
const classes = new Map<string, { readonly group: string; readonly Class: KindClass }>();
for (const group of groups) {
  for (const Class of await allClassesOf(group)) {
    classes.set(`${Class.kind.apiVersion} ${Class.kind.kind}`, { group, Class });
  }
}

const KNOWN_METADATA = new Set(['name', 'namespace', 'labels', 'annotations']);

/** Objects that a real API server took, each once: `npm run test:live -- native-rules admission` asks it. */
const taken = [
  ...new Map(
    [...kindCorpus, ...ownKinds, ...nativeCases().map(({ good }) => good)]
      .map((object) => object as unknown as Made & { readonly status?: unknown })
      .filter(
        ({ apiVersion, kind, metadata, status }) =>
          classes.has(`${apiVersion} ${kind}`) &&
          status === undefined &&
          Object.keys(metadata).every((key) => KNOWN_METADATA.has(key)),
      )
      .map((object) => [JSON.stringify(object), object]),
  ).values(),
];

const propsOf = ({ apiVersion: _, kind: __, metadata, ...fields }: Made): object => ({ ...metadata, ...fields });

describe("the classes of Kubernetes' own kinds", () => {
  it('are those that the schemas have, with their scopes', () => {
    const { kinds } = JSON.parse(readFileSync(join(root, 'schemas/kubernetes/openapi.json'), 'utf8')) as {
      kinds: Record<string, Record<string, Record<string, string>>>;
    };
    const wanted = Object.entries(kinds).flatMap(([file, byKind]) =>
      Object.entries(byKind).flatMap(([kind, versions]) => {
        const group = file === 'core' ? '' : file;
        const scope = isClusterScoped(group, kind) ? 'Cluster' : 'Namespaced';
        return Object.keys(versions).map((version) => `${group}${group && '/'}${version} ${kind} ${scope}`);
      }),
    );
    expect([...classes].map(([name, { Class }]) => `${name} ${Class.kind.scope}`).sort()).toEqual(wanted.sort());
  });

  it('make what a real API server took, to the byte', () => {
    const kinds = new Set(taken.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
    expect([...classes.keys()].filter((name) => !kinds.has(name))).toEqual([]);
    expect(taken.length).toBeGreaterThan(200);
    const chart = new Chart(new App(), 'test');
    for (const [index, object] of taken.entries()) {
      const { Class } = classes.get(`${object.apiVersion} ${object.kind}`)!;
      expect(new Class(chart, `object-${index}`, propsOf(object)).toJson()).toEqual(object);
    }
  });

  it('have the types of what they make', () => {
    const imports = groups.map((group, index) => `import * as group${index} from '../../imports/${group}.js';`);
    const code = taken.map((object, index) => {
      const { group, Class } = classes.get(`${object.apiVersion} ${object.kind}`)!;
      return `new group${groups.indexOf(group)}.${Class.name}(chart, 'object-${index}', ${JSON.stringify(propsOf(object))});`;
    });
    const head = ["import { App, Chart } from 'cdk8s';", ...imports, "const chart = new Chart(new App(), 'test');"];
    const wrong = [
      head[0],
      "import { Deployment } from '../../imports/apps.js';",
      head.at(-1),
      "new Deployment(chart, 'wrong', { spec: { selector: {}, template: {}, replica: 1 } });",
    ].join('\n');
    const errors = runTsc({ 'taken.ts': [...head, ...code].join('\n'), 'wrong.ts': wrong });
    const at = (line: number) => JSON.stringify(taken[line - head.length - 1])?.slice(0, 300);
    expect(
      errors.filter(({ file }) => file === 'taken.ts').map(({ line, message }) => `${at(line)}: ${message}`),
    ).toEqual([]);
    expect(errors.filter(({ file }) => file === 'wrong.ts').map(({ message }) => message)).toEqual([
      expect.stringContaining("'replica' does not exist in type 'DeploymentSpec'"),
    ]);
  });
});
