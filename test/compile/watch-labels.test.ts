import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { GitRepository, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { labelsAskedFor, matchesSelector } from '../../src/flux/label-selector.js';
import { addon, clusterOf } from '../support/synthesize.js';

const selector = 'team=platform, tier in (a, b), !old';
const asked = { team: 'platform', tier: 'a' };

const http = helmChart({ url: 'https://example.org/charts', chart: 'web', version: '1.0.0' });
const oci = helmChart({ url: 'oci://example.org/api', version: '1.0.0' });

const synth = (watchLabelSelector: string, build: (scope: Construct) => void) => {
  const flux = { version: '2.9', watchLabelSelector };
  const { objects, diagnostics } = synthCluster(clusterOf({ first: [addon('web', { build })] }, { options: { flux } }));
  type Made = { readonly kind: string; readonly metadata: { readonly name: string; readonly labels?: object } };
  const made = objects as unknown as readonly Made[];
  return {
    told: diagnostics.filter(({ code }) => code === 'FX327').map(({ message }) => message),
    labels: Object.fromEntries(made.map(({ kind, metadata }) => [`${kind}/${metadata.name}`, metadata.labels ?? {}])),
    made,
  };
};

/** All that an addon may have: sources, releases, and objects that no controller of Flux looks at. */
const everything = (scope: Construct) => {
  new HelmRelease(scope, 'a', { name: 'a', chart: http, labels: { own: 'kept' } });
  new HelmRelease(scope, 'b', { name: 'b', chart: oci });
  new GitRepository(scope, 'c', { name: 'c', url: 'https://example.org/c', ref: { branch: 'main' } });
  new ApiObject(scope, 'd', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'd' } });
};

describe('the labels that watchLabelSelector asks for', () => {
  it('are on every object that the controllers look at, and on no other', () => {
    const { labels, told, made } = synth(selector, everything);
    const { 'ConfigMap/d': other, 'HelmRelease/a': labelled, ...ofFlux } = labels;
    expect([other, labelled]).toEqual([{}, { own: 'kept', ...asked }]);
    expect(Object.keys(ofFlux).map((title) => title.split('/')[0])).toEqual(
      expect.arrayContaining(['Kustomization', 'HelmRelease', 'HelmRepository', 'OCIRepository', 'GitRepository']),
    );
    for (const one of Object.values(ofFlux)) expect(one).toEqual(asked);
    // helm-controller makes the HelmChart of this one.
    const release = made.find(({ metadata }) => metadata.name === 'a');
    expect(release).toMatchObject({ spec: { chart: { metadata: { labels: asked } } } });
    expect(told).toEqual([]);
  });

  it('are none where it only excludes', () => {
    const { labels, told } = synth('!sharding.fluxcd.io/key, team != other', everything);
    expect(Object.values(labels)).toEqual(Object.values(labels).map((one) => ('own' in one ? { own: 'kept' } : {})));
    expect(told).toEqual([]);
  });

  it('leave an object alone that a shard has', () => {
    const { labels, told } = synth(selector, (scope) => {
      new HelmRelease(scope, 'a', {
        name: 'a',
        chart: oci,
        labels: { team: 'web' },
      });
    });
    expect(labels['HelmRelease/a']).toEqual({ team: 'web' });
    expect(told).toEqual([
      `helm-controller doesn't look at HelmRelease/a, whose labels don't fit watchLabelSelector "${selector}"`,
    ]);
  });

  it('are told where the HelmChart of a release does not get them', () => {
    const { told } = synth(selector, (scope) => {
      const chart = { metadata: { labels: { team: 'web' } } };
      new HelmRelease(scope, 'a', { name: 'a', chart: http, extra: { spec: { chart } } });
    });
    expect(told).toEqual([
      `source-controller doesn't look at the HelmChart of HelmRelease/a, whose labels don't fit watchLabelSelector "${selector}"`,
    ]);
  });

  it('fit the selector', () => {
    for (const [one, labels] of [
      ['team=platform', { team: 'platform' }],
      ['team==platform', { team: 'platform' }],
      ['flux', { flux: 'true' }],
      ['tier in (a,b),team', { tier: 'a', team: 'true' }],
      ['!old, team!=x, tier notin (a)', {}],
    ] as const) {
      expect(labelsAskedFor(one)).toEqual(labels);
      expect(matchesSelector(one, labels)).toBe(true);
    }
  });
});
