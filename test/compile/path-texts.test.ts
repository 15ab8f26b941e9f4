import { ApiObject, Chart, Cron, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { asNumber, defineAddon, FluxApp, FluxCluster, keepSelector } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { addonOf, clusterOf } from './cdk8s-plus/examples.js';
import { type Json, selectionsIn } from './cdk8s-plus/selectors-in.js';

const web = { image: 'example.org/web:1', portNumber: 8080 };
const synth = (build: (scope: Construct) => void) => synthCluster(clusterOf(addonOf({ name: 'shop', build })));
const titles = (objects: readonly Json[]) =>
  objects
    .map(({ kind, metadata }) => `${String(kind)}/${(metadata as { name: string }).name}`)
    .filter((title) => !/^(?:Namespace|Kustomization)\//.test(title))
    .sort();
/** The problems that the build of an addon causes, with the lines of this file as words. */
const problemsOf = (build: (scope: Construct) => void): string =>
  synth(build)
    .diagnostics.map(printDiagnostic)
    .join('')
    .replaceAll(/test\/compile\/cdk8s-plus\/examples\.ts:\d+/g, '<examples>')
    .replaceAll(/test\/compile\/path-texts\.test\.ts:\d+/g, '<this file>');

describe('the name of an object without one', () => {
  it.each([
    ['the id of its construct', 'FrontEnd', 'ConfigMap/front-end'],
    ['the id, with what no name takes left out', 'HTTP settings_2', 'ConfigMap/http-settings-2'],
    ["the addon's name, where the id repeats the kind", 'ConfigMap', 'ConfigMap/shop'],
    ["the addon's name, where the id says nothing", 'Default', 'ConfigMap/shop'],
  ])('is %s', (_, id, title) => {
    expect(titles(synth((scope) => void new kplus.ConfigMap(scope, id, { data: {} })).objects)).toEqual([title]);
  });

  it('is that of the construct around it, where the id repeats the kind, and never the names of further ones', () => {
    const build = (scope: Construct) => {
      new kplus.ConfigMap(new Construct(new Construct(scope, 'outer'), 'Inner'), 'config-map', { data: {} });
    };
    expect(titles(synth(build).objects)).toEqual(['ConfigMap/inner']);
  });

  it('is the same in a chart inside the addon', () => {
    const build = (scope: Construct) => void new kplus.ConfigMap(new Chart(scope, 'inner'), 'settings', { data: {} });
    expect(titles(synth(build).objects)).toEqual(['ConfigMap/settings']);
  });

  it('starts with the name of the object that brings it, which code may give', () => {
    const build = (scope: Construct) => {
      const deployment = new kplus.Deployment(scope, 'web', { metadata: { name: 'site' }, containers: [web] });
      deployment.exposeViaIngress('/');
      deployment.connections.isolate();
    };
    expect(titles(synth(build).objects)).toEqual([
      'Deployment/site',
      'Ingress/site',
      'NetworkPolicy/site-default-deny-all',
      'Service/site',
    ]);
  });

  it('lists the names of several subjects in the order of the alphabet', () => {
    const build = (scope: Construct) => {
      const users = ['zoe', 'alice', 'mia'].map((id) => kplus.User.fromName(scope, id, `${id}@example.org`));
      new kplus.Role(scope, 'reader').bind(...users);
    };
    expect(titles(synth(build).objects)).toEqual(['Role/reader', 'RoleBinding/reader-alice-mia-zoe']);
  });
});

describe('the label that selects pods', () => {
  const labelOf = (build: (scope: Construct) => void) => {
    const deployment = synth(build).objects.find(({ kind }) => kind === 'Deployment') as {
      spec: { selector: { matchLabels: Record<string, string> } };
    };
    return deployment.spec.selector.matchLabels['cdk8s.io/metadata.addr'];
  };

  it('says the kind and the name, and of a long one a hash of both', () => {
    const named = (name: string) =>
      labelOf((scope) => void new kplus.Deployment(scope, 'a', { metadata: { name }, containers: [web] }));
    expect(named('web')).toBe('deployment-web');
    const long = named('a-name-that-is-much-longer-than-any-label-may-be-in-kubernetes');
    expect(long).toMatch(/^deployment-a-name-that-is-much-longer-tha-[0-9a-f]{8}$/);
    expect(named('a-name-that-is-much-longer-than-any-label-may-be-in-kubernete')).not.toBe(long);
  });

  it('keeps the value of a running Deployment, in all that selects its pods', () => {
    const build = (scope: Construct) => {
      const deployment = new kplus.Deployment(scope, 'web', { containers: [web] });
      deployment.exposeViaService();
      keepSelector(deployment, 'shop-web-c8d9f1a2');
    };
    expect(labelOf(build)).toBe('shop-web-c8d9f1a2');
    const { objects, diagnostics } = synth(build);
    expect(diagnostics).toEqual([]);
    expect(selectionsIn(objects)).toEqual({
      'Deployment/web spec.selector': ['Deployment/web'],
      'Service/web spec.selector': ['Deployment/web'],
    });
  });

  it('is the same for a selector in another addon, and in an object of another package', () => {
    let made: kplus.Deployment | undefined;
    const first = addonOf({
      name: 'first',
      build: (scope) => {
        made = new kplus.Deployment(scope, 'web', { containers: [web] });
      },
    });
    const second = defineAddon({
      name: 'second',
      namespace: 'first',
      build: (scope) => {
        new kplus.Service(scope, 'front', { selector: made!, ports: [{ port: 80, targetPort: 8080 }] });
        const spec = { maxUnavailable: 1, selector: { matchLabels: made!.matchLabels } };
        const metadata = { name: 'web' };
        new ApiObject(scope, 'budget', {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata,
          spec,
        } as never);
      },
    });
    const { objects } = synthCluster(clusterOf(first, second()));
    expect(selectionsIn(objects)).toEqual({
      'Deployment/web spec.selector': ['Deployment/web'],
      'PodDisruptionBudget/web spec.selector': ['Deployment/web'],
      'Service/front spec.selector': ['Deployment/web'],
    });
  });

  it("is in cdk8s's own output too", () => {
    const app = new FluxApp({});
    const cluster = new FluxCluster(app, 'dev').stage('apps', [
      addonOf({
        name: 'shop',
        build: (scope) => void new kplus.Deployment(scope, 'web', { containers: [web] }).exposeViaService(),
      }),
    ]);
    synthCluster(cluster);
    const chart = cluster.node.findChild('shop') as Chart;
    expect(JSON.stringify(chart.toJson())).toContain('"cdk8s.io/metadata.addr":"deployment-web"');
    expect(JSON.stringify(chart.toJson())).not.toMatch(/c8[0-9a-f]{6}/);
  });

  it("stays cdk8s-plus's own in a plain chart, where Service and pods are equal as well", () => {
    const chart = Testing.chart();
    const addon = defineAddon({
      name: 'shop',
      namespace: 'shop',
      infra: { vars: { TF_PORT: z.number().int() } },
      build: (scope, { vars }) => {
        const deployment = new kplus.Deployment(scope, 'web', {
          containers: [{ ...web, portNumber: asNumber(vars.TF_PORT) }],
        });
        deployment.exposeViaService();
      },
    });
    addon.addTo(chart, { infra: { vars: { TF_PORT: 8080 } } } as never);
    const objects = Testing.synth(chart) as Json[];
    expect(Object.values(selectionsIn(objects))).toEqual([
      [expect.stringMatching(/^Deployment\/.*c8/)],
      [expect.stringMatching(/^Deployment\/.*c8/)],
    ]);
    expect(objects[1]).toMatchObject({ spec: { ports: [{ port: 8080, targetPort: 8080 }] } });
  });
});

it('puts vars of each type where cdk8s-plus takes values', () => {
  const addon = defineAddon({
    name: 'shop',
    namespace: 'shop',
    createNamespace: true,
    infra: {
      vars: {
        TF_REPLICAS: z
          .number()
          .int()
          .min(1)
          .meta({ examples: [2] }),
        TF_PORT: z
          .number()
          .int()
          .min(1024)
          .max(65535)
          .meta({ examples: [8080] }),
        TF_COLOUR: z.enum(['blue', 'green']),
      },
    },
    build: (scope, { vars }) => {
      const deployment = new kplus.Deployment(scope, 'web', {
        replicas: asNumber(vars.TF_REPLICAS),
        containers: [
          {
            ...web,
            portNumber: asNumber(vars.TF_PORT),
            envVariables: { COLOUR: kplus.EnvValue.fromValue(vars.TF_COLOUR) },
            readiness: kplus.Probe.fromHttpGet('/', { port: asNumber(vars.TF_PORT) }),
          },
        ],
      });
      deployment.exposeViaService();
    },
  });
  const { files, diagnostics } = synthCluster(new FluxCluster(new FluxApp(), 'dev').stage('apps', [addon()]));
  expect(diagnostics).toEqual([]);
  const deployment = files['addons/dev/shop/deployment.yaml'];
  expect(deployment).toContain('replicas: ${TF_REPLICAS}\n');
  expect(deployment).toContain('value: ${TF_COLOUR}\n');
  expect(deployment?.match(/[pP]ort: \$\{TF_PORT\}\n/g)).toHaveLength(3);
  expect(files['addons/dev/shop/service.yaml']).toContain('targetPort: ${TF_PORT}\n');
});

describe('bad input', () => {
  it('is a name from the path, of an object without one, that others refer to', () => {
    const found = problemsOf((scope) => {
      const { name } = new ApiObject(new Chart(scope, 'inner'), 'settings', { apiVersion: 'v1', kind: 'ConfigMap' });
      const settings = kplus.ConfigMap.fromConfigMapName(scope, 'known', name);
      const pod = new kplus.Pod(scope, 'reader', { containers: [web] });
      pod.containers[0]!.mount('/a', kplus.Volume.fromConfigMap(scope, 'files', settings));
    });
    expect(found).toMatchInlineSnapshot(`
      "error FX312 derived-text: ConfigMap "dev-shop-inner-settings" has a name that cdk8s derived from the construct's path
        at   dev/shop/ConfigMap/dev-shop-inner-settings  metadata.name  <this file>
        note addon "shop" is used at <examples>
        fix  give the construct metadata: { name: … }
      "
    `);
  });

  it('is two constructs whose names meet', () => {
    const found = problemsOf((scope) => {
      for (const tier of ['front', 'back']) new kplus.ConfigMap(new Construct(scope, tier), 'settings', { data: {} });
    });
    expect(found).toMatchInlineSnapshot(`
      "error FX302 duplicate-object: addon "shop" makes ConfigMap/settings in namespace "shop" twice
        at   dev/shop/ConfigMap/settings  <this file>
        note addon "shop" is used at <examples>
        fix  give one of the two constructs metadata: { name: … }; without it, a construct is named after its id
      "
    `);
  });

  it('is a selector of pods that no object makes', () => {
    const found = problemsOf((scope) => {
      const elsewhere = new kplus.Deployment(Testing.chart(), 'web', { containers: [web] });
      new kplus.Service(scope, 'front', { selector: elsewhere, ports: [{ port: 8080 }] });
      const pods = kplus.Pods.select(scope, 'pods', { labels: { app: 'wbe' } });
      new kplus.NetworkPolicy(scope, 'guard', { selector: pods });
      new kplus.Pod(scope, 'web', { metadata: { labels: { app: 'web' } }, containers: [web] });
    });
    expect(found).toMatchInlineSnapshot(`
      "notice FX692 unmatched-selector: NetworkPolicy/guard selects app: wbe, which no pod in namespace "shop" has
        at   dev/shop/NetworkPolicy/guard  spec.podSelector  <this file>
        note the pods of Pod/web have app: web, cdk8s.io/metadata.addr: pod-web
        note addon "shop" is used at <examples>
        fix  select by labels that the pods have
      error FX312 derived-text: Service/front has the label cdk8s.io/metadata.addr: test-web-c8694308, which cdk8s-plus derived from the path of a construct outside of this cluster's addons
        at   dev/shop/Service/front  <this file>
        note addon "shop" is used at <examples>
        fix  make the construct that it selects in an addon of this cluster, or select by a label of your own: Pods.select(scope, 'pods', { labels: { app: '…' } })
      "
    `);
  });

  it('is a selector of two workloads, of which one has no such port', () => {
    const found = problemsOf((scope) => {
      const podMetadata = { labels: { app: 'web' } };
      new kplus.Deployment(scope, 'web', { podMetadata, containers: [web] });
      new kplus.Job(scope, 'migrate', { podMetadata, containers: [{ image: 'example.org/web:1' }] });
      const selector = kplus.Pods.select(scope, 'pods', { labels: { app: 'web' } });
      new kplus.Service(scope, 'front', { selector, ports: [{ port: 80, targetPort: 8080 }] });
    });
    expect(found).toMatchInlineSnapshot(`
      "notice FX693 shared-pods: Service/front selects pods of Deployment/web, and of Job/migrate, which don't have its port 8080
        at   dev/shop/Service/front  spec.selector  <this file>
        note addon "shop" is used at <examples>
        fix  select by a label that the pods of Job/migrate don't have
      "
    `);
  });

  it('is a token that gives no value', () => {
    const found = problemsOf((scope) => {
      class Unknown {}
      const annotations = { a: Lazy.any({ produce: () => new Unknown() }) as string };
      new kplus.Deployment(scope, 'web', { metadata: { annotations }, containers: [web] });
      const replicas = Lazy.any({
        produce: () => {
          throw new Error('not known yet');
        },
      }) as number;
      new kplus.StatefulSet(scope, 'store', { replicas, containers: [web] });
    });
    expect(found).toMatchInlineSnapshot(`
      "error FX301 build-failed: Deployment/web cannot be made into JSON: an object of class Unknown is not a plain value
        at   dev/shop/Deployment/web  metadata.annotations.a  <this file>
        note addon "shop" is used at <examples>
        fix  give plain values, references of fluxspan or tokens of cdk8s
      error FX301 build-failed: StatefulSet/store cannot be made into JSON: not known yet
        at   dev/shop/StatefulSet/store  <this file>
        note addon "shop" is used at <examples>
        fix  do what the message asks for
      "
    `);
  });
});

describe('what plain cdk8s made before', () => {
  const address = 'shop-web-c8d9f1a2';

  it('keeps a name that ends like a hash, and labels that somebody wrote into an object', () => {
    const build = (scope: Construct) => {
      const metadata = { name: 'shop-y-c8d9f1a3' };
      new kplus.CronJob(scope, 'y', { containers: [web], schedule: Cron.daily(), metadata });
      const selector = { 'cdk8s.io/metadata.addr': address };
      const spec = { selector, ports: [{ port: 80 }] };
      new ApiObject(new Construct(scope, 'old'), 'service', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'old' },
        spec,
      });
    };
    expect(problemsOf(build)).not.toContain('FX312');
    expect(titles(synth(build).objects)).toEqual(['CronJob/shop-y-c8d9f1a3', 'Service/old']);
  });

  it('keeps names that a class of a chart gives', () => {
    class Own extends Chart {
      override generateObjectName(object: ApiObject): string {
        return `own-${object.kind.toLowerCase()}`;
      }
    }
    const build = (scope: Construct) => void new kplus.ConfigMap(new Own(scope, 'own'), 'settings', { data: {} });
    expect(problemsOf(build)).not.toContain('FX312');
    expect(titles(synth(build).objects)).toEqual(['ConfigMap/own-configmap']);
  });
});
