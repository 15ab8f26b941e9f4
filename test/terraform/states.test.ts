import { ConfigMap, clusterName, defineAddon, remoteSecret, vpcId } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planConfigMaps } from '../../src/compile/plan-config-maps.js';
import { parseGivenInfra } from '../../src/preview/index.js';
import { exampleInfra } from '../../src/terraform/example-infra.js';
import { statesOwing, verifyContract } from '../../src/terraform/verify/check-contract.js';
import { clusterOf } from '../support/synthesize.js';

const nodes = defineAddon({
  name: 'nodes',
  namespace: 'default',
  infra: {
    vars: {
      TF_CLUSTER_NAME: clusterName(),
      TF_VPC_ID: vpcId().meta({ from: 'network' }),
      TF_DB_SECRET: z.string().meta({ from: 'data' }),
    },
    secrets: { db: remoteSecret({ key: 'TF_DB_SECRET', properties: { password: z.string() }, from: 'data' }) },
  },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { ...vars } });
  },
});

const { files, contract, diagnostics } = synthCluster(clusterOf({ all: [nodes()] }));
const kustomization = files['clusters/dev/nodes.yaml'];

/** What a state's module gives, as `terraform output -json` has it. */
const outputOf = (state: string | undefined, vars: object, secrets: object = {}): Buffer => {
  const fluxspan = { contract: 1, cluster: 'dev', ...(state === undefined ? {} : { state }) };
  const value = { fluxspan, vars, values: {}, secrets };
  return Buffer.from(JSON.stringify({ flux_contract: { sensitive: false, type: 'dynamic', value } }));
};

const check = (...outputs: readonly Buffer[]): readonly string[] => {
  const verdicts = outputs.map((one) => verifyContract(one, [contract], { file: 'output.json' }));
  const owing = statesOwing(
    [contract],
    verdicts.flatMap(({ clusters }) => clusters),
  );
  return [...verdicts.flatMap((one) => one.diagnostics), ...owing].map(
    ({ code, severity, message }) => `${severity} ${code} ${message}`,
  );
};

const main = outputOf(undefined, { TF_CLUSTER_NAME: 'dev' });
const network = outputOf('network', { TF_VPC_ID: 'vpc-0123456789abcdef0' });
const data = outputOf('data', { TF_DB_SECRET: 'db' }, { db: ['password'] });

describe('a contract of several Terraform states', () => {
  it('has a module for each, and asks nothing of two', () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const modules = Object.keys(files).filter((path) => path.endsWith('/contract.tf'));
    expect(modules).toEqual([
      'contract/dev/contract.tf',
      'contract/dev/data/contract.tf',
      'contract/dev/network/contract.tf',
    ]);
    for (const name of ['TF_CLUSTER_NAME', 'TF_VPC_ID', 'TF_DB_SECRET']) {
      expect(
        modules.filter((path) => files[path]!.includes(name)),
        name,
      ).toHaveLength(1);
    }
    expect(files['contract/dev/network/contract.tf']).toContain('state = "network"');
    expect(files['contract/dev/network/README.md']).toContain('"../k8s/contract/dev/network"');
  });

  it('has a ConfigMap of vars for each, and readers read those that they need', () => {
    expect(contract.configMaps.map(({ name, from }) => [name, from])).toEqual([
      ['cluster-vars-terraform', undefined],
      ['cluster-vars-terraform-data', 'data'],
      ['cluster-vars-terraform-network', 'network'],
    ]);
    const names = [...kustomization!.matchAll(/name: (cluster-vars\S+)/g)].map(([, name]) => name);
    // The main one is the last, so that it wins over others.
    expect(names).toEqual(['cluster-vars-terraform-network', 'cluster-vars-terraform-data', 'cluster-vars-terraform']);
    expect(planConfigMaps(contract, exampleInfra(contract)).map(({ data: one }) => Object.keys(one))).toEqual([
      ['TF_CLUSTER_NAME'],
      ['TF_DB_SECRET'],
      ['TF_VPC_ID'],
    ]);
  });

  it('makes each namespace once', () => {
    const defaults = ['', 'data/', 'network/'].map(
      (state) =>
        /variable "create_flux_namespace" \{[^}]*default\s+= (\w+)/.exec(
          files[`contract/dev/${state}kubernetes.tf`]!,
        )?.[1],
    );
    expect(defaults).toEqual(['true', 'false', 'false']);
  });
});

describe('fluxspan contract check', () => {
  it('takes the outputs of all states', () => {
    expect(check(main, network, data)).toEqual([]);
  });

  it('says who owes what, if a state is not given', () => {
    expect(check(main)).toEqual([
      'notice FX769 the Terraform state "data" owes vars.TF_DB_SECRET, secrets.db, and nothing of it was given',
      'notice FX769 the Terraform state "network" owes vars.TF_VPC_ID, and nothing of it was given',
    ]);
  });

  it('says which state is asked, if another one gives a value', () => {
    expect(
      check(outputOf(undefined, { TF_CLUSTER_NAME: 'dev', TF_VPC_ID: 'vpc-0123456789abcdef0' }), network, data),
    ).toEqual(['error FX402 vars.TF_VPC_ID is asked of the Terraform state "network", and not of this state']);
  });

  it('finds what a state lacks', () => {
    expect(check(main, outputOf('network', {}), data)).toEqual([
      'error FX401 vars.TF_VPC_ID (id of a VPC) is missing; addon nodes reads it',
    ]);
  });

  it('refuses a state of which nothing is asked', () => {
    expect(check(main, network, data, outputOf('netwrok', {}))).toEqual([
      'error FX769 the module behind flux_contract is of the Terraform state "netwrok", of which cluster "dev" asks nothing',
    ]);
  });

  it('reads the ConfigMaps of all states at once', () => {
    const items = planConfigMaps(contract, exampleInfra(contract));
    expect(check(Buffer.from(JSON.stringify({ kind: 'List', items })))).toEqual([]);
    const lacking = items.map((one) => (one.metadata.name.endsWith('network') ? { ...one, data: {} } : one));
    expect(check(Buffer.from(JSON.stringify({ kind: 'List', items: lacking })))).toEqual([
      'error FX401 vars.TF_VPC_ID (id of a VPC) is missing; addon nodes reads it',
    ]);
  });
});

describe('fluxspan render', () => {
  it('takes examples for what other states give', () => {
    const given = parseGivenInfra(main, 'output.json', contract);
    if (!given.ok) throw new Error(given.problem.message);
    expect(given.value.unknown).toEqual(['vars.TF_DB_SECRET', 'vars.TF_VPC_ID']);
    expect(given.value.configMaps.map(({ data: one }) => one)).toEqual([
      { TF_CLUSTER_NAME: 'dev' },
      { TF_DB_SECRET: 'example' },
      { TF_VPC_ID: 'vpc-0123456789abcdef0' },
    ]);
  });
});

describe('refused', () => {
  it('a var that is asked of two states', () => {
    const twin = defineAddon({
      name: 'twin',
      namespace: 'default',
      infra: { vars: { TF_VPC_ID: vpcId() } },
      build(scope, { vars }) {
        new ConfigMap(scope, 'data', { data: { ...vars } });
      },
    });
    const found = synthCluster(clusterOf({ all: [nodes(), twin()] })).diagnostics;
    expect(found.filter(({ code }) => code === 'FX205').map(({ message }) => message)).toEqual([
      `the var 'TF_VPC_ID' is asked of the state "network" and of the main Terraform state, by addons "nodes", "twin"`,
    ]);
  });

  it('a name that no folder can have', () => {
    const bad = defineAddon({
      name: 'bad',
      namespace: 'default',
      infra: { vars: { TF_VPC_ID: vpcId().meta({ from: 'Network Team' }) } },
      build(scope, { vars }) {
        new ConfigMap(scope, 'data', { data: { ...vars } });
      },
    });
    const found = synthCluster(clusterOf({ all: [bad()] })).diagnostics;
    expect(found.filter(({ code }) => code === 'FX768').map(({ message }) => message)).toEqual([
      'infra input "vars.TF_VPC_ID" is from "Network Team", which can\'t be the name of a Terraform state',
    ]);
  });
});
