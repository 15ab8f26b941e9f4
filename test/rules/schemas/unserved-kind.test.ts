import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { externalSecretsCrds, gatewayApiCrds, karpenterCrds } from 'fluxspan/addons';
import { describe, expect, it } from 'vitest';
import { bundledCrds } from '../../../src/rules/schemas/removed-versions.js';
import { root } from '../../support/root.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { both, object, operator, widgetCrd } from '../rule-programs.js';

const gadget = object('example.org/v1', 'Gadget', {});
const wigdet = object('example.org/v1', 'Wigdet', {});

const codesOf = (...[stages, options]: Parameters<typeof diagnosticsOf>) =>
  diagnosticsOf(stages, options)
    .filter(({ code }) => ['FX318', 'FX647'].includes(code))
    .map(({ code, severity, at }) => `${severity} ${code} ${at.object ?? ''}`.trim());

describe('a kind that the CRDs of the tree do not define', () => {
  const crds = addon('crds', { namespace: undefined, provides: ['example.org'], build: widgetCrd('example.org') });
  const web = (build = gadget) => addon('web', { build, requires: ['example.org'] });

  it('is an error where nothing else brings CRDs', () => {
    expect(codesOf({ a: [crds], b: [web()] })).toEqual(['error FX647 Gadget/web']);
  });

  it('is a warning where a chart may bring its CRD, unless it is a misspelt kind', () => {
    expect(codesOf({ a: [crds], b: [operator('operator')], c: [web(both(gadget, wigdet))] })).toEqual([
      'warning FX318',
      'error FX647 Wigdet/web',
    ]);
  });

  it('is a warning where the group is also in the cluster from elsewhere', () => {
    const options = { options: { external: ['example.org'] } };
    expect(codesOf({ a: [crds], b: [web(both(gadget, wigdet))] }, options)).toEqual(['warning FX318']);
  });
});

describe('a version that Flux no longer serves', () => {
  const old = { a: [addon('web', { build: object('source.toolkit.fluxcd.io/v1beta2', 'Bucket', {}) })] };

  it('is an error from the Flux that removed it', () => {
    expect(codesOf(old, { options: { flux: '2.8' } })).toEqual(['error FX647 Bucket/web']);
    expect(codesOf(old, { options: { flux: '2.7' } })).toEqual(['warning FX318']);
  });
});

describe('a version that no Flux has', () => {
  it('is an error, whichever Flux the cluster has', () => {
    const made = (apiVersion: string, kind: string) => ({
      a: [addon('web', { build: object(apiVersion, kind, {}) })],
    });
    const odd = made('source.toolkit.fluxcd.io/v1beta3', 'Bucket');
    expect(codesOf(odd)).toEqual(['error FX647 Bucket/web']);
    expect(codesOf(odd, { options: { flux: '2.7' } })).toEqual(['error FX647 Bucket/web']);
    const images = made('image.toolkit.fluxcd.io/v1beta2', 'ImageRepository');
    expect(codesOf(images, { options: { flux: '2.8' } })).toEqual(['warning FX318']);
    expect(codesOf(images, { options: { flux: '2.9' } })).toEqual(['error FX647 ImageRepository/web']);
  });
});

describe('a version that a newer Kubernetes introduced', () => {
  const claims = object('resource.k8s.io/v1', 'ResourceClaim', {});
  const policies = object('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', {});
  const stages = { a: [addon('web', { build: both(claims, policies) })] };
  const codes = (kubernetes: string) =>
    codesOf(stages, { options: { kubernetes } }).filter((code) => code.includes('FX647'));

  it('is an error up to the one before', () => {
    expect(codes('1.33').sort()).toEqual(['error FX647 MutatingAdmissionPolicy/web', 'error FX647 ResourceClaim/web']);
    expect(codes('1.34')).toEqual(['error FX647 MutatingAdmissionPolicy/web']);
    expect(codes('1.36')).toEqual([]);
  });

  it('says which versions they are', () => {
    const [claim] = diagnosticsOf(stages, { options: { kubernetes: '1.33' } }).filter(({ message }) =>
      message.startsWith('ResourceClaim'),
    );
    expect(claim?.message).toBe(
      `ResourceClaim/web: the API server doesn't serve resource.k8s.io/v1 ResourceClaim; Kubernetes 1.34 introduced it, and the cluster says kubernetes: '1.33'`,
    );
  });
});

describe('a field that a newer Kubernetes introduced', () => {
  const pod = (spec: object) => object('v1', 'Pod', { containers: [{ name: 'web', image: 'nginx:1.29.4' }], ...spec });
  const found = (spec: object, kubernetes?: string) =>
    diagnosticsOf(
      { a: [addon('web', { build: pod(spec) })] },
      { options: kubernetes === undefined ? {} : { kubernetes } },
    )
      .filter(({ code }) => code === 'FX315')
      .map(({ message }) => message);

  it('is an error up to the version before', () => {
    expect(found({ hostnameOverride: 'web.example.org' }, '1.33')).toEqual([
      `the API server refuses Pod/web: "spec.hostnameOverride" is a field since Kubernetes 1.34, and the cluster says kubernetes: '1.33'`,
    ]);
    expect(found({ hostnameOverride: 'web.example.org' }, '1.34')).toEqual([]);
    expect(found({ hostnameOverride: 'web.example.org' })).toEqual([]);
  });

  it('is found inside lists', () => {
    const env = [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'a.env', key: 'A' } } }];
    const spec = {
      containers: [{ name: 'web', image: 'nginx:1.29.4', env }],
      volumes: [{ name: 'env', emptyDir: {} }],
    };
    expect(found(spec, '1.33')).toEqual([
      `the API server refuses Pod/web: "spec.containers[0].env[0].valueFrom.fileKeyRef" is a field since Kubernetes 1.34, and the cluster says kubernetes: '1.33'`,
    ]);
    expect(found(spec, '1.34')).toEqual([]);
  });

  it("isn't there at all with a null", () => {
    expect(found({ hostnameOverride: null }, '1.33')).toEqual([]);
  });
});

describe('an alpha or beta version of Kubernetes', () => {
  const found = (apiVersion: string, kind: string) =>
    codesOf({ a: [addon('web', { build: object(apiVersion, kind, {}) })] });

  it.each([
    ['admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicy'],
    ['admissionregistration.k8s.io/v1alpha1', 'MutatingAdmissionPolicyBinding'],
    ['admissionregistration.k8s.io/v1beta1', 'ValidatingAdmissionPolicy'],
    ['certificates.k8s.io/v1beta1', 'ClusterTrustBundle'],
    ['certificates.k8s.io/v1alpha1', 'PodCertificateRequest'],
    ['coordination.k8s.io/v1beta1', 'LeaseCandidate'],
    ['networking.k8s.io/v1beta1', 'ServiceCIDR'],
    ['resource.k8s.io/v1alpha3', 'DeviceTaintRule'],
    ['resource.k8s.io/v1beta1', 'ResourceClaim'],
    ['resource.k8s.io/v1beta2', 'ResourceClaimTemplate'],
    ['scheduling.k8s.io/v1alpha1', 'Workload'],
    ['scheduling.k8s.io/v1alpha2', 'Workload'],
    ['storage.k8s.io/v1beta1', 'VolumeAttributesClass'],
    ['storagemigration.k8s.io/v1beta1', 'StorageVersionMigration'],
  ])('is a notice, since a setting of the API server decides: %s %s', (apiVersion, kind) => {
    expect(found(apiVersion, kind)).toEqual(['notice FX318']);
    const [{ message, fix } = { message: '', fix: '' }] = diagnosticsOf({
      a: [addon('web', { build: object(apiVersion, kind, {}) })],
    }).filter(({ code }) => code === 'FX318');
    expect(message).toContain(`which no schema here describes: ${apiVersion} ${kind}`);
    expect(fix).toContain('--runtime-config');
  });

  it('is more than a notice if Kubernetes never had it, or has it no more', () => {
    expect(found('admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicies')).not.toEqual(['notice FX318']);
    expect(found('apps/v1beta9', 'Deployment')).toEqual(['warning FX318']);
    expect(found('networking.k8s.io/v1beta1', 'Ingress')).toEqual(['error FX647 Ingress/web']);
  });
});

describe('a version that the CRDs of the package do not serve', () => {
  const old = addon('web', {
    build: object('external-secrets.io/v1beta1', 'ExternalSecret', {}),
    requires: ['external-secrets.io'],
  });

  it('is an error where the cluster has just these CRDs', () => {
    expect(codesOf({ a: [externalSecretsCrds()], b: [old] })).toEqual(['error FX647 ExternalSecret/web']);
  });

  it('is a warning where they are of another version, or from elsewhere', () => {
    expect(codesOf({ a: [externalSecretsCrds({ version: 'v0.16.0' })], b: [old] })).toEqual(['warning FX318']);
    expect(codesOf({ b: [old] }, { options: { external: ['external-secrets.io'] } })).toEqual(['warning FX318']);
  });

  it.each(Object.entries(bundledCrds))('of %s are those that the package installs', (group, { url, tag }) => {
    const crds = [externalSecretsCrds(), gatewayApiCrds(), karpenterCrds()].find(({ definition }) =>
      definition.provides?.includes(group),
    )!;
    const { source, charts } = crds.definition;
    const [chart] = Object.values(charts ?? {});
    const from = chart === undefined ? source?.props : { url: chart.url, ref: { tag: chart.version } };
    expect(from).toMatchObject({ url, ref: { tag } });
    const version = tag.replace(/^v/, '');
    expect(readFileSync(join(root, 'schemas/sources.yaml'), 'utf8')).toMatch(new RegExp(`version: v${version}\\b`));
  });
});

it('a kind whose CRD cannot be read is not unserved', () => {
  const broken = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    group: 'example.org',
    scope: 'Namespaced',
    names: { kind: 'Gadget', plural: 'gadgets' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { $ref: '#' } } }],
  });
  expect(codesOf({ a: [addon('web', { build: both(broken, gadget) })] })).toEqual(['warning FX318']);
});
