import { ConfigMap } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { checkState } from '../../../src/rules/index.js';
import { schemas } from '../../support/schemas.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { all, type Build, binding, made, RBAC, roleRef, rule } from '../account-programs.js';
import { kustomization, stateOf } from '../yaml-repository.js';

const account = made('v1', 'ServiceAccount', 'web', 'flux-system');
const configMaps = made(`${RBAC}/v1`, 'Role', 'web', 'default', { rules: [rule('', ['configmaps'])] });
const bound = all(account, configMaps, binding('web', roleRef('Role', 'web'), 'flux-system'));
const service = made('v1', 'Service', 'web', undefined, {
  spec: { ports: [{ name: 'http', port: 80 }], selector: { app: 'web' } },
});
const data: Build = (scope) => {
  new ConfigMap(scope, 'data', { data: { a: 'b' } });
};
const git = (name: string, namespace: string) =>
  made('source.toolkit.fluxcd.io/v1', 'GitRepository', name, namespace, {
    spec: { interval: '1m', url: `https://git.example.org/${name}`, ref: { branch: 'main' } },
  });
/** A source that synth doesn't read. */
const unseen = (name: string, namespace: string, spec: object = {}) =>
  all(
    git(name, namespace),
    made('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', name, namespace, {
      spec: {
        interval: '10m',
        retryInterval: '1m',
        timeout: '1m',
        prune: true,
        path: './apps',
        sourceRef: { kind: 'GitRepository', name },
        ...spec,
      },
    }),
  );

interface Setting {
  readonly access?: Build;
  readonly makes?: Build;
  readonly kustomization?: object;
  readonly options?: object;
}

/** What synth says of addon `web`, which is applied as an account that `access` makes. */
const said = ({ access = bound, makes = service, kustomization: settings, options = {} }: Setting) =>
  diagnosticsOf(
    {
      access: [addon('access', { build: access })],
      web: [
        addon(
          'web',
          { build: makes, requires: ['access'] },
          { kustomization: { serviceAccountName: 'web', ...settings } },
        ),
      ],
    },
    { options },
  ).filter(({ code }) => code.startsWith('FX8') || code === 'FX328');

const codes = (setting: Setting) => said(setting).map(({ code, severity }) => `${severity} ${code}`);

describe('an object that its account may not apply', () => {
  it('is an error, with the rule to add', () => {
    const [one, ...others] = said({});
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      code: 'FX800',
      severity: 'error',
      message:
        'Service/web in default would be applied as ServiceAccount flux-system/web, which may not patch services',
      fix: `add { apiGroups: [''], resources: ['services'], verbs: ['get', 'create', 'patch', 'delete'] } to the rules of Role "web"`,
    });
  });

  it('is said once for all objects of a kind', () => {
    const other = made('v1', 'Service', 'api', undefined, { spec: { ports: [{ port: 80 }], selector: { app: 'a' } } });
    const found = said({ makes: all(service, other) });
    expect(found).toHaveLength(1);
    expect(found[0]!.notes).toContain('the same goes for Service/web');
  });

  it('needs no right to be deleted where Flux prunes nothing', () => {
    const access = all(
      account,
      made(`${RBAC}/v1`, 'Role', 'web', 'default', { rules: [rule('', ['configmaps'], 'create', 'patch')] }),
      binding('web', roleRef('Role', 'web'), 'flux-system'),
    );
    expect(codes({ access, makes: data })).toEqual(['warning FX800']);
    expect(codes({ access, makes: data, kustomization: { prune: false } })).toEqual([]);
  });

  it('is not made by the binding that the account applies itself', () => {
    const own = all(data, account, configMaps, binding('web', roleRef('Role', 'web'), 'flux-system'));
    const [one] = said({ access: data, makes: own });
    expect(one).toMatchObject({
      code: 'FX800',
      message:
        'ConfigMap/web in default would be applied as ServiceAccount flux-system/web, which may not patch configmaps before it has applied its own binding',
      fix: 'move the binding to an addon that Flux applies before, without this account',
    });
  });

  it('is a Namespace that only a ClusterRole allows', () => {
    const [one] = said({ makes: made('v1', 'Namespace', 'more', undefined) });
    expect(one?.message).toContain('Namespace/more would be applied as ServiceAccount flux-system/web');
    expect(one?.fix).toContain('to a ClusterRole');
  });
});

describe('an account of which not all rights are known', () => {
  const notice = ['notice FX800'];

  it('is one with a binding that the cluster says others make', () => {
    expect(codes({ options: { external: [{ kind: 'ClusterRoleBinding', name: 'by-terraform' }] } })).toEqual(notice);
    expect(codes({ options: { external: [{ kind: 'Secret', name: 'by-terraform' }] } })).toEqual(['error FX800']);
  });

  it('is one that a source which synth does not read may bind', () => {
    expect(codes({ access: all(bound, unseen('apps', 'default')) })).toEqual(notice);
  });

  it('is not one that such a source may not bind', () => {
    const team = all(
      made('v1', 'ServiceAccount', 'team', 'kube-public'),
      made(`${RBAC}/v1`, 'RoleBinding', 'team', 'kube-public', {
        roleRef: roleRef('ClusterRole', 'admin'),
        subjects: [{ kind: 'ServiceAccount', name: 'team', namespace: 'kube-public' }],
      }),
      unseen('team', 'kube-public', { serviceAccountName: 'team' }),
    );
    expect(codes({ access: all(bound, team) })).toEqual(['error FX800']);
  });

  it('is one that something else makes', () => {
    const access = binding('web', roleRef('ClusterRole', 'view'), 'flux-system');
    expect(codes({ access, options: { external: [{ kind: 'ServiceAccount', name: 'web' }] } })).toEqual(notice);
  });

  it('is one with a role that nothing makes', () => {
    const access = all(account, binding('web', roleRef('ClusterRole', 'of-a-chart'), 'flux-system'));
    expect(codes({ access })).toEqual(notice);
  });

  it('is one with a role of Kubernetes, to which charts add rights on their own kinds', () => {
    const access = all(account, binding('web', roleRef('ClusterRole', 'admin'), 'flux-system'));
    const widget = made('example.org/v1', 'Widget', 'web', undefined);
    const crd = made('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.org', undefined, {
      spec: {
        group: 'example.org',
        scope: 'Namespaced',
        names: { kind: 'Widget', plural: 'widgets' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    const release: Build = (scope, context) => {
      data(scope, context);
      made('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'operator', 'default', {
        spec: { interval: '5m', chartRef: { kind: 'OCIRepository', name: 'operator' } },
      })(scope, context);
    };
    expect(codes({ access: all(access, crd), makes: widget })).toEqual(['error FX800']);
    expect(codes({ access: all(access, crd, release), makes: widget })).toEqual(notice);
  });
});

describe('an account without any binding', () => {
  it('is a notice, once, if the tree makes it', () => {
    expect(codes({ access: account })).toEqual(['notice FX803']);
  });

  it("is another rule's if the tree doesn't make it", () => {
    expect(codes({ access: data })).toEqual([]);
  });
});

describe('the default account of a cluster', () => {
  const files = {
    'apps/team.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: team }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: team, namespace: team }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: [{ kind: ServiceAccount, name: default, namespace: team }]
---
${kustomization('team', '').replace('namespace: flux-system', 'namespace: team').replace('name: flux-system', 'name: flux-system, namespace: flux-system')}`,
    'team/web.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: team }
data: { a: b }
`,
  };
  const foundWith = (defaultServiceAccount: string) =>
    checkState({ ...stateOf(files), fluxSettings: { version: '2.9', defaultServiceAccount } }, { schemas }).filter(
      ({ code }) => code.startsWith('FX8'),
    );

  it('is asked where a Kustomization names none', () => {
    expect(foundWith('default')).toMatchObject([
      {
        code: 'FX800',
        severity: 'error',
        message:
          'ConfigMap/web in team would be applied as ServiceAccount team/default, which may not patch configmaps',
        at: { file: 'team/web.yaml:1' },
      },
    ]);
  });

  it('is not asked where no binding names it, which another rule reports', () => {
    expect(foundWith('flux-apply')).toEqual([]);
  });
});
