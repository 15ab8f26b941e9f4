import { ApiObject, Chart, Include, Names } from 'cdk8s';
import * as kplus from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { asNumber, defineAddon, FluxApp, FluxCluster, keepSelector } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addonOf, clusterOf } from './cdk8s-plus/examples.js';

const web = { image: 'example.org/web:1', portNumber: 8080 };
type Build = (scope: Construct) => void;
const synth = (build: Build) => synthCluster(clusterOf(addonOf({ name: 'shop', build })));
const problemsOf = (build: Build) => synth(build).diagnostics.filter(({ severity }) => severity !== 'notice');
const fixesOf = (build: Build) => problemsOf(build).map(({ code, at, fix }) => `${code} ${at.object ?? ''}: ${fix}`);
const namesOf = (build: Build) =>
  synth(build)
    .objects.filter(({ kind }) => kind !== 'Namespace' && kind !== 'Kustomization')
    .map(({ metadata }) => (metadata as { name: string }).name);
const two = (scope: Construct, make: (scope: Construct) => void) => {
  for (const id of ['one', 'two']) make(new Construct(scope, id));
};

describe('the name that an id gives', () => {
  it.each([
    ['Ünï', 'uni'],
    ['Straße', 'strasse'],
    ['Smørrebrød', 'smorrebrod'],
    ['ﬁle', 'file'],
  ])('spells %s as %s', (id, name) => {
    expect(namesOf((scope) => void new kplus.ConfigMap(scope, id, {}))).toEqual([name]);
  });

  it.each(['日本', 'привет', 'web-日本', '٣'])('is none for %s, which no name can spell', (id) => {
    expect(fixesOf((scope) => void new kplus.ConfigMap(scope, id, {}))).toEqual([
      expect.stringMatching(/^FX312 .*: give the construct metadata: \{ name: … \}$/),
    ]);
  });

  it.each(['config-map', 'configmap', 'ConfigMap', 'cm'])('is that of what is around it, where it is %s', (id) => {
    expect(namesOf((scope) => void new kplus.ConfigMap(new Construct(scope, 'settings'), id, {}))).toEqual([
      'settings',
    ]);
  });

  it('is a short name of another kind as it is', () => {
    expect(namesOf((scope) => void new kplus.ConfigMap(scope, 'pvc', {}))).toEqual(['pvc']);
    expect(namesOf((scope) => void new kplus.ServiceAccount(scope, 'sa'))).toEqual(['shop']);
  });

  it('is of a policy the verb, the namespace and the peer', () => {
    const build: Build = (scope) => {
      const client = new kplus.Pod(scope, 'client', { containers: [web] });
      new kplus.Deployment(scope, 'store', { containers: [web] }).connections.allowFrom(client);
    };
    expect(namesOf(build)).toContain('store-allow-egress-in-shop-client');
  });
});

describe('the fix of two objects with one name', () => {
  it('names both peers of a policy', () => {
    const build: Build = (scope) => {
      const deployment = new kplus.Deployment(scope, 'web', { containers: [web] });
      const isolation = kplus.PodConnectionsIsolation.POD;
      two(scope, (inner) => {
        deployment.connections.allowTo(kplus.Pods.select(inner, 'backend', { labels: { app: 'web' } }), { isolation });
      });
    };
    expect(fixesOf(build)).toEqual([
      'FX302 NetworkPolicy/web-allow-egress-backend: give one of the constructs "dev/shop/one/backend" and "dev/shop/two/backend" another id: the name ends in what they are called',
    ]);
  });

  it('names both subjects of a binding', () => {
    const build: Build = (scope) => {
      const role = new kplus.Role(scope, 'reader');
      two(scope, (inner) => void role.bind(kplus.User.fromName(inner, 'alice', 'alice@example.org')));
    };
    expect(fixesOf(build)).toEqual([expect.stringContaining('give one of the constructs "dev/shop/one/alice" and')]);
  });

  it('gives exposeViaService a name', () => {
    const build: Build = (scope) => {
      const deployment = new kplus.Deployment(scope, 'web', { containers: [web] });
      deployment.exposeViaService();
      new kplus.Service(scope, 'other', { metadata: { name: 'web' }, selector: deployment, ports: [{ port: 8080 }] });
    };
    expect(fixesOf(build)).toEqual([
      "FX302 Service/web: pass a name, exposeViaService({ name: '…' }): Service/web comes with Deployment/web, and is named after it",
    ]);
  });

  it('names what both come with', () => {
    const build: Build = (scope) => {
      new kplus.Deployment(scope, 'web', { containers: [web] }).connections.isolate();
      new kplus.DaemonSet(new Construct(scope, 'other'), 'web', { containers: [web] }).connections.isolate();
    };
    expect(fixesOf(build)).toEqual([
      'FX302 NetworkPolicy/web-default-deny-all: give one of these two another name: NetworkPolicy/web-default-deny-all comes with DaemonSet/web and with Deployment/web, and is named after it',
    ]);
  });

  it('is for the other one, where only one comes with something', () => {
    const build: Build = (scope) => {
      new kplus.Deployment(scope, 'web', { containers: [web] }).connections.isolate();
      new kplus.NetworkPolicy(scope, 'guard', { metadata: { name: 'web-default-deny-all' } });
    };
    expect(fixesOf(build)).toEqual([expect.stringContaining('give the other one another `name`')]);
  });

  it('is one for two Deployments, and not for all that comes with them', () => {
    const build: Build = (scope) =>
      two(scope, (inner) => {
        const deployment = new kplus.Deployment(inner, 'web', { containers: [web] });
        deployment.exposeViaIngress('/');
        deployment.connections.isolate();
      });
    expect(fixesOf(build)).toEqual([expect.stringContaining('FX302 Deployment/web: give one of the two constructs')]);
  });

  it('is a name for one of two volumes', () => {
    const build: Build = (scope) => {
      const [main] = new kplus.Deployment(scope, 'web', { containers: [web] }).containers;
      two(scope, (inner) =>
        main!.mount(`/${inner.node.id}`, kplus.Volume.fromCsi(inner, 'csi', `${inner.node.id}.example.org`)),
      );
    };
    expect(fixesOf(build)).toEqual(['FX315 Deployment/web: take one of the two out, or give it another "name"']);
  });
});

describe('keepSelector', () => {
  const kept = (labels: Readonly<Record<string, string>>): Build => {
    return (scope) => {
      for (const id of ['api', 'web']) {
        const deployment = new kplus.Deployment(scope, id, { containers: [web] });
        deployment.exposeViaService();
        if (labels[id] !== undefined) keepSelector(deployment, labels[id]);
      }
    };
  };

  it.each(['', 'no label!', '-a', 'x'.repeat(64), 'two words'])('refuses %j once', (label) => {
    const [problem, ...others] = problemsOf(kept({ web: label }));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'FX334',
      severity: 'error',
      at: { addon: 'shop', object: 'Deployment/web', source: expect.stringContaining('derived-names.test.ts') },
    });
  });

  it('takes a value with a var', () => {
    expect(problemsOf(kept({ web: 'web-${TF_X}' })).map(({ code }) => code)).not.toContain('FX334');
  });

  it.each([
    ['another workload keeps', { api: 'shop-c8d9f1a2', web: 'shop-c8d9f1a2' }, 'Deployment/web', 'Deployment/api'],
    ['another workload has without it', { api: 'deployment-web' }, 'Deployment/api', 'Deployment/web'],
  ])('warns of a value that %s', (_, labels, mine, other) => {
    const [problem, ...others] = problemsOf(kept(labels as Record<string, string>));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'FX334', severity: 'warning', at: { object: mine } });
    expect(problem?.message).toContain(`which the pods of ${other} have too`);
  });

  it('takes one value in two namespaces', () => {
    const addons = ['one', 'two'].map((name) =>
      addonOf({
        name,
        build: (scope) => keepSelector(new kplus.Deployment(scope, 'web', { containers: [web] }), 'web-c8d9f1a2'),
      }),
    );
    expect(synthCluster(clusterOf(...addons)).diagnostics.map(({ code }) => code)).not.toContain('FX334');
  });
});

describe('a text from a path', () => {
  class Web extends Construct {
    constructor(scope: Construct, id: string, give: (text: string) => kplus.DeploymentProps) {
      super(scope, id);
      new kplus.Deployment(this, 'web', { containers: [web], ...give(Names.toDnsLabel(this)) });
    }
  }

  it.each([
    ['a label', (app: string) => ({ metadata: { labels: { app } } }), 'metadata.labels.app'],
    ['a label of pods', (app: string) => ({ podMetadata: { labels: { app } } }), 'spec.template.metadata.labels.app'],
    ['a name', (name: string) => ({ metadata: { name } }), 'metadata.name'],
    ['an annotation', (a: string) => ({ metadata: { annotations: { a: `in ${a}` } } }), 'metadata.annotations.a'],
  ])('is refused as %s', (_, give, path) => {
    expect(problemsOf((scope) => void new Web(scope, 'thing', give))).toMatchObject([
      { code: 'FX312', at: { path }, message: expect.stringContaining('the construct "dev/shop/thing"') },
    ]);
  });

  it.each(['shop-thing-c8d9f1a2', 'abc8', 'c8000000'])('is not %s', (text) => {
    const build: Build = (scope) =>
      void new Web(scope, 'thing', () => ({ metadata: { name: `a${text}`, labels: { app: text } } }));
    expect(problemsOf(build)).toEqual([]);
  });
});

describe('what a package throws', () => {
  const failed = (build: Build) =>
    problemsOf(build).map(({ code, message, fix }) => `${code} ${message.replace(/^.*?failed: /, '')} / ${fix}`);

  it('asks for something, which the fix says', () => {
    expect(
      failed((scope) => void new kplus.Deployment(scope, 'web', { containers: [{ image: 'a' }] }).exposeViaService()),
    ).toEqual([
      expect.stringMatching(
        /port cannot be determined.* \/ do what the message of Deployment.exposeViaService asks for$/,
      ),
    ]);
    expect(failed((scope) => void new kplus.Job(scope, 'job'))).toEqual([
      'FX301 Job/shop cannot be made into JSON: PodSpec must have at least 1 container / do what the message asks for',
    ]);
  });

  it('says of a value of another type which function took it', () => {
    expect(failed((scope) => void new kplus.Deployment(scope, 'web', { containers: 3 } as never))).toEqual([
      expect.stringContaining("isn't of the function's type"),
    ]);
  });

  it('is about a second call, where a method makes what it has made', () => {
    const build: Build = (scope) => {
      const deployment = new kplus.Deployment(scope, 'web', { containers: [web] });
      deployment.exposeViaService();
      deployment.exposeViaService();
    };
    expect(failed(build)).toEqual([
      expect.stringMatching(/\/ Deployment.exposeViaService has made it before: call it once, or pass it a `name`/),
    ]);
    expect(failed((scope) => two(scope, () => void new kplus.ConfigMap(scope, 'a', {})))).toEqual([
      expect.stringMatching(/\/ give the second construct an id of its own$/),
    ]);
  });

  it('is one error for a var in a number that the package calculates with', () => {
    const addon = defineAddon({
      name: 'shop',
      namespace: 'shop',
      createNamespace: true,
      infra: {
        vars: {
          TF_MAX: z
            .number()
            .int()
            .min(3)
            .max(9)
            .meta({ examples: [5] }),
        },
      },
      build: (scope, { vars }) => {
        const target = new kplus.Deployment(scope, 'web', { containers: [web] });
        const replicas = asNumber(vars.TF_MAX);
        new kplus.HorizontalPodAutoscaler(scope, 'hpa', { target, maxReplicas: replicas, minReplicas: replicas });
      },
    });
    const { diagnostics } = synthCluster(new FluxCluster(new FluxApp(), 'dev').stage('apps', [addon()]));
    expect(diagnostics.map(({ code, fix }) => `${code} ${fix}`)).toEqual([
      'FX301 give a number that synth knows, such as an option; or leave the field out, and set it with ApiObject.of(…).addJsonPatch(…)',
    ]);
  });
});

describe('other parts', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('gives what is cluster-scoped no namespace of a chart, in an addon without one', () => {
    const addon = defineAddon({
      name: 'shop',
      build: (scope) => {
        const chart = new Chart(scope, 'inner', { namespace: 'default' });
        new kplus.ClusterRole(chart, 'reader');
        new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
      },
    });
    const { objects, diagnostics } = synthCluster(new FluxCluster(new FluxApp(), 'dev').stage('apps', [addon()]));
    expect(diagnostics).toEqual([]);
    expect(objects.map(({ metadata }) => metadata)).toMatchObject([
      { name: 'reader' },
      { name: 'settings', namespace: 'default' },
      {},
    ]);
    expect(objects[0]?.['metadata']).not.toHaveProperty('namespace');
  });

  it.each(['nothing/there.yaml', 'src'])('reports %s of an Include without starting what reads it', (url) => {
    const printed = vi.spyOn(process.stderr, 'write');
    expect(problemsOf((scope) => void new Include(scope, 'rules', { url })).map(({ code }) => code)).toEqual(['FX331']);
    expect(printed).not.toHaveBeenCalled();
  });

  it('says how long a name may be', () => {
    const [problem] = problemsOf((scope) => void new kplus.ConfigMap(scope, 'x'.repeat(254), {}));
    expect(problem?.message).toBe(
      `Kubernetes refuses the name "${'x'.repeat(80)}…", of 254 characters, for a ConfigMap`,
    );
    expect(problem?.fix).toContain('253 characters at most');
    expect(problemsOf((scope) => void new kplus.ConfigMap(scope, 'x'.repeat(253), {}))).toEqual([]);
  });
});
