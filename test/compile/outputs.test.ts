import type { Construct } from 'constructs';
import { asValues, ConfigMap, defineAddon, HelmRelease, helmChart, queueName } from 'fluxspan';
import { Job } from 'fluxspan/imports/batch';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { custom, HOST, producers, provides, reader, sourceRef } from '../support/producers.js';
import { addon, clusterOf } from '../support/synthesize.js';

const synthOf = (stages: Parameters<typeof clusterOf>[0], options: object = {}) =>
  synthCluster(
    clusterOf(stages, {
      options: {
        ...options,
        external: [...provides, ...((options as { external?: readonly unknown[] }).external ?? [])],
      },
    }),
  );

const problemsOf = (...given: Parameters<typeof synthOf>): readonly string[] =>
  synthOf(...given)
    .diagnostics.filter(({ code }) => /^FX(76\d|77\d|10\d|20\d|628)/.test(code))
    .map(({ code, severity, message }) => `${severity} ${code} ${message}`);

const fixesOf = (given: Parameters<typeof synthOf>[0], code: string) =>
  synthOf(given)
    .diagnostics.filter((one) => one.code === code)
    .map(({ fix }) => fix);

describe.each(Object.entries(producers))('%s', (name, producer) => {
  const { files, contract, diagnostics } = synthOf({ cloud: [producer()], apps: [reader(producer)()] });

  it('has an object from which the reader substitutes, after it waited for the producer', () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const kustomization = files['clusters/dev/reader.yaml'];
    expect(kustomization).toContain(`dependsOn:\n    - name: ${name}\n`);
    const { kind } = contract.outputs![0]!;
    expect(kustomization).toContain(`substituteFrom:\n      - kind: ${kind}\n        name: ${name}-outputs\n`);
  });

  it('is in the contract, with what reads it', () => {
    const [output] = contract.outputs!;
    expect(output).toMatchObject({ addon: name, namespace: 'flux-system', name: `${name}-outputs` });
    expect(output?.keys['host']?.readBy).toEqual([{ addon: 'reader', object: 'ConfigMap/reader', path: 'data.host' }]);
  });
});

it('an output that pods read by its name and key is read, and no other one', () => {
  const db = defineAddon({
    name: 'db',
    namespace: 'web',
    createNamespace: true,
    outputs: { host: queueName(), password: queueName() },
    build(scope, { outputs }) {
      const spec = { path: './db', interval: '10m', sourceRef, writeOutputsToSecret: outputs.secret() } as const;
      new Terraform(scope, 'db', { spec });
    },
  });
  const chart = helmChart<{ volumes?: readonly object[] }>({ url: 'oci://registry.example.org/web', version: '1.0.0' });
  const webOf = (key: string) =>
    defineAddon({
      name: 'web',
      namespace: 'web',
      uses: { db: asValues(db) },
      charts: { web: chart },
      build(scope, { charts, uses }) {
        const { name } = uses.db.password;
        const volumes = [{ name: 'db', secret: { secretName: name, items: [{ key, path: 'file' }] } }];
        new HelmRelease(scope, 'web', { chart: charts.web, values: { volumes } });
      },
    });
  expect(problemsOf({ cloud: [db()], apps: [webOf('password')()] })).toEqual([
    'notice FX763 no addon of the cluster reads the output "host" of addon "db"',
  ]);
  expect(problemsOf({ cloud: [db()], apps: [webOf('other')()] })).toContain(
    'error FX763 addon "web" uses addon "db" and reads none of its outputs',
  );
});

describe('pods that read outputs by name', () => {
  const dbIn = (namespace: string) =>
    defineAddon({
      name: 'db',
      namespace,
      outputs: { host: queueName(), password: queueName() },
      build(scope, { outputs }) {
        const spec = { path: './db', interval: '10m', sourceRef, writeOutputsToSecret: outputs.secret() } as const;
        new Terraform(scope, 'db', { spec });
      },
    });
  const webOf = (db: ReturnType<typeof dbIn>, key: string, kustomization = {}) =>
    defineAddon({
      name: 'web',
      namespace: 'default',
      uses: { db },
      kustomization,
      build(scope, { uses }) {
        new ConfigMap(scope, 'data', { data: { host: uses.db.host } });
        const from = { secretKeyRef: { name: 'db-outputs', key } };
        const containers = [{ name: 'web', image: 'web:1', env: [{ name: 'PASSWORD', valueFrom: from }] }];
        new Job(scope, 'job', { spec: { template: { spec: { restartPolicy: 'Never', containers } } } });
      },
    });
  const told = (db: ReturnType<typeof dbIn>, web: ReturnType<typeof webOf>) =>
    synthOf({ cloud: [db()], apps: [web() as never] })
      .diagnostics.filter(({ code, severity }) => severity !== 'notice' && /^FX(6[13]\d|76\d)$/.test(code))
      .map(({ code, severity, message, fix }) => `${severity} ${code} ${message}: ${fix}`);

  it('in a namespace where Flux looks for no vars: one error says where the reader must live', () => {
    const db = dbIn('default');
    expect(told(db, webOf(db, 'password'))).toEqual([
      "error FX762 addon 'web' uses vars of addon 'db', which writes them in the namespace 'default', and Flux reads them in 'flux-system', where the Kustomization lives: give the addon kustomization: { namespace: 'default' }: what it applies there reads the same object by name",
    ]);
    expect(told(db, webOf(db, 'password', { namespace: 'default' }))).toEqual([]);
  });

  it('in another namespace, which is named once', () => {
    const db = dbIn('flux-system');
    expect(told(db, webOf(db, 'password')).join('\n')).toContain('is in namespace "flux-system":');
  });

  it('by a key that is misspelt', () => {
    const db = dbIn('default');
    expect(told(db, webOf(db, 'passwort', { namespace: 'default' })).join('\n')).toContain(
      'warning FX632 Job/web needs the key "passwort" of Secret/db-outputs in namespace "default", and the output that is declared is "password": did you mean "password"?',
    );
  });
});

it('outputs of tofu-controller are in the order in which it sorts them', () => {
  const tofu = defineAddon({
    name: 'tofu',
    namespace: 'flux-system',
    outputs: { port: queueName(), host: queueName(), account: queueName() },
    build(scope, { outputs }) {
      const writeOutputsToSecret = outputs.secret({ from: { account: 'z_account' } });
      new Terraform(scope, 'db', { spec: { path: './db', interval: '10m', sourceRef, writeOutputsToSecret } });
    },
  });
  expect(synthOf({ cloud: [tofu()] }).files['addons/dev/tofu/terraform.yaml']).toContain(
    'outputs:\n      - host\n      - port\n      - z_account:account\n',
  );
});

it('a Composition is cluster-scoped: the namespace of its addon is not written', () => {
  const { files, diagnostics } = synthOf({ cloud: [producers.composition()], apps: [reader(producers.composition)()] });
  expect(files['addons/dev/composition/composition.yaml']).toContain('metadata:\n  name: db\nspec:');
  expect(diagnostics.filter(({ code }) => code === 'FX612')).toEqual([]);
});

describe('an object that must be there before', () => {
  it('is made empty, with the label by which Flux watches it', () => {
    const { files } = synthOf({ cloud: [producers.ack()], apps: [reader(producers.ack)()] });
    expect(files['addons/dev/ack/config-map.yaml']).toMatchSnapshot();
    expect(files['addons/dev/ack/field-export.yaml']).toContain(
      'to:\n    kind: configmap\n    name: ack-outputs\n    key: host\n',
    );
  });
});

describe('a release', () => {
  it('reads an output by valuesFrom, in its own namespace', () => {
    const db = producers.tofu;
    const web = defineAddon({
      name: 'web',
      namespace: 'flux-system',
      uses: { db: asValues(db) },
      charts: { web: helmChart<{ host?: string }>({ url: 'oci://registry.example.org/web', version: '1.0.0' }) },
      build(scope, { uses, charts }) {
        new HelmRelease(scope, 'web', { chart: charts.web, valuesFrom: [{ ...uses.db.host, targetPath: 'host' }] });
      },
    });
    const { files, contract, diagnostics } = synthOf({ cloud: [db()], apps: [web()] });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(contract.outputs?.[0]?.keys['host']?.readBy).toEqual([
      { addon: 'web', object: 'HelmRelease/web', path: 'spec.valuesFrom[0]' },
    ]);
    expect(files['clusters/dev/web.yaml']).not.toContain('postBuild');
  });
});

describe('refused', () => {
  const tofu = (writeOutputsToSecret: object, outputs: object = { queue_name: queueName() }) =>
    addon('queue', {
      namespace: 'flux-system',
      outputs,
      build(scope: Construct) {
        const spec = { path: './queue', interval: '10m', sourceRef, writeOutputsToSecret } as never;
        new Terraform(scope, 'queue', { spec });
      },
    });

  it('a key that the producer writes under another name', () => {
    expect(problemsOf({ cloud: [tofu({ name: 'other-outputs', outputs: ['queue_name'] })] })).toContain(
      'error FX760 addon "queue" declares the output "queue_name", and nothing in its `build` writes it',
    );
    const wrong = addon('queue', {
      namespace: 'flux-system',
      outputs: { queue_name: queueName() },
      build(scope: Construct, { outputs }: never) {
        const { name } = (outputs as { secret(): { name: string } }).secret();
        const spec = {
          path: './q',
          interval: '10m',
          sourceRef,
          writeOutputsToSecret: { name, outputs: ['queue_url'] },
        } as never;
        new Terraform(scope, 'queue', { spec });
      },
    } as never);
    expect(problemsOf({ cloud: [wrong] })).toEqual([
      'error FX760 addon "queue" declares the output "queue_name", and Terraform/queue writes only "queue_url" to Secret "queue-outputs"',
      'notice FX763 no addon of the cluster reads the output "queue_name" of addon "queue"',
    ]);
  });

  it('a key that is written by hand under another name, once and with the right direction', () => {
    const byHand = (key: string) => tofu({ name: 'queue-outputs', outputs: [key] });
    const unread = 'notice FX763 no addon of the cluster reads the output "queue_name" of addon "queue"';
    expect(problemsOf({ cloud: [byHand('queue_nme')] })).toEqual([
      'error FX760 addon "queue" declares the output "queue_name", and Terraform/queue writes only "queue_nme" to Secret "queue-outputs"',
      unread,
    ]);
    expect(fixesOf({ cloud: [byHand('queue_nme')] }, 'FX760')).toEqual([
      'write "queue_name" there in place of "queue_nme"; or declare "queue_nme" in `outputs`',
    ]);
    expect(problemsOf({ cloud: [byHand('queue_name')] })).toEqual([unread]);
  });

  it('an object that no object of the addon names', () => {
    const lost = addon('queue', {
      namespace: 'flux-system',
      outputs: { queue_name: queueName() },
      build(scope: Construct, { outputs }: never) {
        (outputs as { secretRef(): object }).secretRef();
        new ConfigMap(scope, 'data', { data: {} });
      },
    } as never);
    expect(problemsOf({ cloud: [lost] })).toContain(
      'error FX760 addon "queue" declares the output "queue_name", and no object of its `build` names Secret "queue-outputs"',
    );
  });

  it('a name that is no output, and an addon that is not used', () => {
    const lost = addon('lost', {
      uses: { db: producers.tofu },
      build(scope: Construct, { uses }: never) {
        const { db, queue } = uses as Readonly<Record<string, Readonly<Record<string, string>>>>;
        new ConfigMap(scope, 'data', { data: { host: `${db!['hots']}${queue?.['name']}` } });
      },
    } as never);
    expect(problemsOf({ cloud: [producers.tofu()], apps: [lost] })).toEqual([
      'error FX761 addon "lost" reads uses.db.hots, which addon "tofu" does not declare',
      'error FX761 addon "lost" reads uses.queue, which it does not declare',
      'notice FX763 no addon of the cluster reads the output "host" of addon "tofu"',
    ]);
  });

  it('a circle of producers', () => {
    const first = defineAddon({
      name: 'first',
      namespace: 'flux-system',
      requires: ['second'],
      outputs: { a: HOST },
      build(scope, { outputs }) {
        custom(scope, 'rds.aws.m.upbound.io/v1beta1', 'Instance', { writeConnectionSecretToRef: outputs.secretRef() });
      },
    });
    const second = defineAddon({
      name: 'second',
      namespace: 'flux-system',
      uses: { first },
      outputs: { b: HOST },
      build(scope, { outputs, uses }) {
        custom(scope, 'rds.aws.m.upbound.io/v1beta1', 'Instance', {
          host: uses.first.a,
          writeConnectionSecretToRef: outputs.secretRef(),
        });
      },
    });
    expect(problemsOf({ one: [first()], two: [second()] })).toContain(
      "error FX203 addon 'first' requires 'second', which no earlier stage provides",
    );
    expect(problemsOf({ one: [first(), second()] }).filter((one) => one.includes('FX203'))).toHaveLength(2);
  });

  it('two producers of one key', () => {
    const one = producers.tofu;
    const other = producers.crossplane;
    const both = defineAddon({
      name: 'both',
      namespace: 'default',
      uses: { one, other },
      build(scope, { uses }) {
        new ConfigMap(scope, 'data', { data: { a: uses.one.host, b: uses.other.host } });
      },
    });
    expect(problemsOf({ cloud: [one(), other()], apps: [both()] })).toEqual([
      'error FX764 addon "both" gets the var "host" from addon "crossplane" and from addon "tofu", and Flux keeps one of them',
    ]);
  });

  it('a key that the contract has, too', () => {
    const web = defineAddon({
      name: 'web',
      namespace: 'default',
      uses: { db: producers.tofu },
      infra: { vars: { host: HOST } },
      build(scope, { uses }) {
        new ConfigMap(scope, 'data', { data: { host: uses.db.host } });
      },
    });
    expect(problemsOf({ cloud: [producers.tofu()], apps: [web()] })).toContain(
      'error FX764 addon "web" gets the var "host" from addon "tofu" and from `infra.vars`, and Flux keeps one of them',
    );
  });

  it('two addons that write one object', () => {
    const twin = (name: string) =>
      defineAddon({
        name,
        namespace: 'flux-system',
        outputs: { host: HOST },
        build(scope, { outputs }) {
          custom(scope, 'rds.aws.m.upbound.io/v1beta1', 'Instance', {
            writeConnectionSecretToRef: outputs.secretRef('db'),
          });
        },
      })();
    expect(problemsOf({ cloud: [twin('one'), twin('two')] })).toContain(
      'error FX765 addons "one" and "two" both write their outputs to Secret "db" in namespace "flux-system"',
    );
  });

  it('an object that Git has, too', () => {
    const made = addon('made', {
      namespace: 'flux-system',
      build(scope: Construct) {
        new ConfigMap(scope, 'outputs', { name: 'azure-service-operator-outputs', data: {} });
      },
    });
    expect(problemsOf({ cloud: [producers['azure-service-operator'](), made] })).toContain(
      'error FX765 addon "made" makes ConfigMap "azure-service-operator-outputs" in namespace "flux-system", which the producer of addon "azure-service-operator" makes too',
    );
  });

  it('vars that Flux would look for in another namespace', () => {
    const elsewhere = defineAddon({
      name: 'elsewhere',
      namespace: 'default',
      uses: { db: producers.tofu },
      kustomization: { namespace: 'default' },
      build(scope, { uses }) {
        new ConfigMap(scope, 'data', { data: { host: uses.db.host } });
      },
    });
    expect(problemsOf({ cloud: [producers.tofu()], apps: [elsewhere() as never] })).toContain(
      "error FX762 addon 'elsewhere' uses vars of addon 'tofu', which writes them in the namespace 'flux-system', and Flux reads them in 'default', where the Kustomization lives",
    );
  });

  it('an output that is read as optional', () => {
    const patient = (name: string) =>
      addon(name, {
        requires: ['tofu'],
        kustomization: {
          postBuild: {
            substituteFrom: [{ kind: 'Secret', name: 'tofu-outputs', optional: true, vars: { host: HOST } }],
          },
        },
        build(scope: Construct) {
          new ConfigMap(scope, 'data', { data: { host: '${host}' } });
        },
      });
    const stages = { cloud: [producers.tofu()], apps: [patient('patient')] };
    const message = 'addon "patient" reads Secret "tofu-outputs" as optional, and another addon produces it later';
    expect(problemsOf(stages)).toEqual([`notice FX766 ${message}`]);
    expect(problemsOf(stages, { flux: '2.8' })).toEqual([`warning FX766 ${message}`]);
  });

  it('vars that are listed by hand, of a producer that writes others or that nothing waits for', () => {
    const listing = (requires: readonly string[], vars: object) =>
      addon('listing', {
        requires,
        kustomization: { postBuild: { substituteFrom: [{ kind: 'Secret', name: 'queue-outputs', vars }] } },
        build(scope: Construct) {
          new ConfigMap(scope, 'data', { data: { name: `\${${Object.keys(vars)[0]}}` } });
        },
      });
    const producer = () => {
      const spec = {
        path: './q',
        interval: '10m',
        sourceRef,
        writeOutputsToSecret: { name: 'queue-outputs', outputs: ['queue_url'] },
      };
      return addon('queue', {
        namespace: 'flux-system',
        build: (scope: Construct) => {
          new Terraform(scope, 'queue', { spec } as never);
        },
      });
    };
    expect(problemsOf({ cloud: [producer()], apps: [listing([], { queue_name: queueName() })] })).toEqual([
      'notice FX773 addon "listing" reads the var "queue_name" from Secret "queue-outputs", and Terraform/queue of addon "queue" writes only "queue_url"',
      'notice FX774 addon "listing" reads Secret "queue-outputs", which Terraform/queue of addon "queue" has written, and doesn\'t wait for it',
    ]);
    expect(problemsOf({ cloud: [producer()], apps: [listing(['queue'], { queue_url: z.string() })] })).toEqual([]);
  });

  it('an addon that is used and not read, and an output that nothing reads', () => {
    const idle = defineAddon({
      name: 'idle',
      namespace: 'default',
      uses: { db: producers.tofu },
      build(scope) {
        new ConfigMap(scope, 'data', { data: {} });
      },
    });
    expect(problemsOf({ cloud: [producers.tofu()], apps: [idle()] })).toEqual(
      [
        'notice FX763 no addon of the cluster reads the output "host" of addon "tofu"',
        'error FX763 addon "idle" uses addon "tofu" and reads none of its outputs',
      ].sort(),
    );
  });

  it('a producer that nothing waits for, whose readers start too early', () => {
    const early = (kustomization: object) => {
      const producer = { ...producers.tofu.definition, kustomization: { wait: false, ...kustomization } };
      const db = defineAddon(producer as never) as typeof producers.tofu;
      return problemsOf({ cloud: [db()], apps: [reader(db)(), reader(db, 'second')()] });
    };
    expect(early({})).toEqual([
      'notice FX775 addon "tofu" waits for nothing that it applies, so what reads its Secret "tofu-outputs" may start before that is written: reader, second',
    ]);
    const db = { apiVersion: 'infra.contrib.fluxcd.io/v1alpha2', kind: 'Terraform', name: 'db' };
    expect(early({ healthChecks: [{ ...db, namespace: 'flux-system' }] })).toEqual([]);
    expect(early({ wait: true })).toEqual([]);
  });

  it('an addon of the same name that is another one', () => {
    const other = defineAddon({ ...producers.tofu.definition, outputs: { host: HOST } } as never);
    expect(problemsOf({ cloud: [(other as typeof producers.tofu)()], apps: [reader(producers.tofu)()] })).toContain(
      'error FX764 addon "reader" uses an addon "tofu" that is not the one of this cluster',
    );
  });

  it("a key that isn't a var, in an object from which a Kustomization substitutes", () => {
    const tls = defineAddon({
      name: 'tls',
      namespace: 'flux-system',
      outputs: { host: HOST, 'ca.crt': z.string() },
      build(scope, { outputs }) {
        custom(scope, 'rds.aws.m.upbound.io/v1beta1', 'Instance', { writeConnectionSecretToRef: outputs.secretRef() });
      },
    });
    const web = defineAddon({
      name: 'web',
      namespace: 'default',
      uses: { tls },
      build(scope, { uses }) {
        new ConfigMap(scope, 'data', { data: { host: uses.tls.host } });
      },
    });
    expect(problemsOf({ cloud: [tls()], apps: [web()] })).toContain(
      'error FX628 Kustomization/web substitutes from Secret "tls-outputs", whose key "ca.crt" cannot be a var',
    );
  });

  it('outputs of what another repository holds, such as a tree of a tenant', () => {
    const tenant = addon('tenant', {
      outputs: { host: HOST },
      source: { kind: 'existing', props: { kind: 'GitRepository', name: 'tenant', external: true } },
      path: './',
    });
    expect(problemsOf({ cloud: [tenant] })[0]).toContain(
      'addon "tenant" has outputs and no `build`, so nothing says which object has them',
    );
  });

  it('a secret that arrives in clear text, which is said', () => {
    const db = defineAddon({
      name: 'db',
      namespace: 'flux-system',
      outputs: { db_password: z.string() },
      build(scope, { outputs }) {
        custom(scope, 'rds.aws.m.upbound.io/v1beta1', 'Instance', { writeConnectionSecretToRef: outputs.secretRef() });
      },
    });
    const web = defineAddon({
      name: 'web',
      namespace: 'default',
      uses: { db },
      build(scope, { uses }) {
        new ConfigMap(scope, 'data', { data: { password: uses.db.db_password } });
      },
    });
    expect(problemsOf({ cloud: [db()], apps: [web()] })).toEqual([
      'notice FX767 the output "db_password" of addon "db" is secret by its name, and Flux puts it in clear text into ConfigMap/web',
    ]);
  });

  it('a type that a FieldExport does not write', () => {
    const price = defineAddon({
      name: 'price',
      namespace: 'flux-system',
      outputs: { price: z.number() },
      build(scope, { outputs }) {
        custom(scope, 'services.k8s.aws/v1alpha1', 'FieldExport', { to: outputs.fieldExport('price') });
      },
    });
    expect(problemsOf({ cloud: [price()] })).toContain(
      'error FX760 the output "price" of addon "price" is a number with a fraction, and a FieldExport writes text, booleans and whole numbers',
    );
  });
});
