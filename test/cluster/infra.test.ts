import { execFileSync } from 'node:child_process';
import { FluxspanError, type InfraOf, infraConfigMaps, parseInfra } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import app from '../../src/platform/app.js';
import { parseYaml, substituteObject } from '../../src/substitution/index.js';
import { exampleInfra } from '../../src/terraform/example-infra.js';
import { planFixtures } from '../../src/terraform/plan-fixtures.js';
import { verifyContract } from '../../src/terraform/verify/check-contract.js';
import { many, relaxed } from '../terraform/clusters.js';

const { contract } = synthCluster(many);
const infra = exampleInfra(contract);

const problemsOf = (run: () => unknown): readonly string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof FluxspanError)
      return error.diagnostics.map(({ code, at, message }) => `${code} ${at.path} ${message}`);
    throw error;
  }
  return [];
};

describe('parseInfra', () => {
  it('takes what keeps the contract, as a value or as text', () => {
    expect(parseInfra(many, infra)).toEqual(infra);
    const typed: InfraOf<typeof many> = parseInfra(many, JSON.stringify(infra));
    expect(typed.values.kinds.settings.region).toBe('example');
    expect(parseInfra(relaxed, { vars: {}, values: {}, secrets: {} })).toEqual({ vars: {}, values: {}, secrets: {} });
  });

  it('refuses everything else at once, without a value', () => {
    const broken = structuredClone(infra) as unknown as Record<string, Record<string, unknown>>;
    broken['vars']!['TF_HOST'] = 'hunter2 hunter2';
    delete broken['vars']!['TF_TEXT'];
    broken['vars']!['TF_NEW'] = 'hunter2';
    (broken['secrets']!['login'] as Record<string, unknown>)['password'] = 'hunter2';
    const problems = problemsOf(() => parseInfra(many, broken));
    expect(problems).toEqual([
      expect.stringMatching(/^FX211 secrets\.login\.password /),
      expect.stringMatching(/^FX211 vars\.TF_HOST /),
      expect.stringMatching(/^FX211 vars\.TF_NEW /),
      expect.stringMatching(/^FX211 vars\.TF_TEXT /),
    ]);
    expect(problems.join()).not.toContain('hunter2');
    expect(problemsOf(() => parseInfra(many, '{"vars": hunter2'))).toEqual(['FX211 undefined the infra is not JSON']);
    expect(problemsOf(() => parseInfra(many, null)).length).toBeGreaterThan(0);
  });

  it('refuses a Terraform state of which nothing is asked', () => {
    expect(problemsOf(() => parseInfra(many, { vars: {}, values: {}, secrets: {} }, { state: 'netwrok' }))).toEqual([
      'FX211 undefined the contract of the cluster asks nothing of a Terraform state "netwrok"',
    ]);
    expect(parseInfra(many, infra, { state: null })).toEqual(infra);
  });

  it('takes no number that would arrive as another one', () => {
    for (const text of ['1e400', '12345678901234567890', '-9007199254740993']) {
      const json = JSON.stringify(infra).replace(/"TF_COUNT":[^,}]+/, `"TF_COUNT":${text}`);
      expect(problemsOf(() => parseInfra(many, json))).toEqual([
        "FX211 vars.TF_COUNT the infra has a number at 'vars.TF_COUNT' that does not arrive as it is",
      ]);
    }
  });
});

describe('infraConfigMaps', () => {
  it('gives the ConfigMaps of the contract, which contract check finds clean', () => {
    const made = infraConfigMaps(many, parseInfra(many, infra));
    expect(made.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual(
      contract.configMaps.map(({ namespace, name }) => `${namespace}/${name}`),
    );
    const list = { kind: 'List', items: made };
    expect(verifyContract(Buffer.from(JSON.stringify(list)), [contract], { file: 'made' }).diagnostics).toEqual([]);
  });

  it('leaves out what is left out', () => {
    expect(infraConfigMaps(relaxed, { vars: {}, values: {}, secrets: {} })[0]!.data).toEqual({});
  });
});

/** Paths at which there is no value. */
const nullsIn = (value: unknown, path = ''): readonly string[] =>
  value === null
    ? [path]
    : typeof value === 'object'
      ? Object.entries(value as object).flatMap(([key, one]) => nullsIn(one, `${path}.${key}`))
      : [];

describe.each(app.clusters.map((cluster) => ({ title: cluster.name, cluster })))(
  'the tree of $title',
  ({ cluster }) => {
    const made = synthCluster(cluster);
    const { configMaps } = planFixtures(made.contract);
    const vars = configMaps.find(({ metadata }) => metadata.name === 'cluster-vars-terraform')!.data;
    const inline = new Map(
      made.objects
        .filter(
          ({ kind, apiVersion }) => kind === 'Kustomization' && String(apiVersion).startsWith('kustomize.toolkit'),
        )
        .map(
          (object) =>
            object as unknown as {
              metadata: { name: string };
              spec: { postBuild?: { substitute?: Record<string, string> } };
            },
        )
        .map(({ metadata, spec }) => [metadata.name, spec.postBuild] as const),
    );
    const inFolders = Object.entries(made.files).filter(
      ([path]) => /^(addons|crds|apps)\//.test(path) && !path.endsWith('/kustomization.yaml'),
    );

    it('has no expression left, and no null for a value, with what the module writes', () => {
      let substituted = 0;
      for (const [path, text] of inFolders) {
        const postBuild = inline.get(path.split('/')[2]!);
        for (const document of text.split(/^---\n/m)) {
          const before = parseYaml(document) as object;
          if (postBuild === undefined) {
            expect(JSON.stringify(before), path).not.toContain('${TF_');
            continue;
          }
          const outcome = substituteObject(before, { ...vars, ...postBuild.substitute });
          if (outcome.kind !== 'object') throw new Error(`${path}: ${JSON.stringify(outcome)}`);
          substituted += 1;
          expect(JSON.stringify(outcome.object), path).not.toContain('${');
          expect(nullsIn(outcome.object), path).toEqual(nullsIn(before));
        }
      }
      expect(substituted).toBeGreaterThan(5);
    });
  },
);

describe('fixtures', () => {
  it('keep the contract, are always the same, and say that they are examples', () => {
    const fixtures = planFixtures(contract);
    expect(planFixtures(synthCluster(many).contract)).toEqual(fixtures);
    const list = { kind: 'List', items: fixtures.configMaps };
    expect(verifyContract(Buffer.from(JSON.stringify(list)), [contract], { file: 'made' }).diagnostics).toEqual([]);
    // In the order in which kubectl applies them: a ConfigMap needs its namespace.
    const all = { kind: 'List', items: [...fixtures.namespaces, ...fixtures.configMaps] };
    expect(verifyContract(Buffer.from(JSON.stringify(all)), [contract], { file: 'made' }).diagnostics).toEqual([]);
    const needed = new Set(fixtures.configMaps.map(({ metadata }) => metadata.namespace));
    needed.delete('flux-system');
    expect(needed.size).toBeGreaterThan(0);
    expect(new Set(fixtures.namespaces.map(({ metadata }) => metadata.name))).toEqual(needed);
    for (const { metadata } of [...fixtures.namespaces, ...fixtures.configMaps, ...fixtures.secrets]) {
      expect(metadata).toMatchObject({ annotations: { 'fluxspan.dev/example': 'true' } });
    }
    expect(fixtures.secrets.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)])).toEqual([
      ['cloud', ['username']],
      ['login', ['password', 'user']],
    ]);
    const env = execFileSync('sh', ['-c', `set -a\n${fixtures.dotenv}\nenv`], { env: {}, encoding: 'utf8' }).split(
      '\n',
    );
    for (const [key, value] of Object.entries(infra.vars)) expect(env).toContain(`${key}=${value}`);
    expect(fixtures.dotenv).toContain('TF_HOST=app.example.org\n');
    expect(fixtures.dotenv).toContain(`TF_AWKWARD='"\${x}%{é'\n`);
  });
});
