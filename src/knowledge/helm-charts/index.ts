import type { EffectRow } from '../form/effect.js';
import { ofValues } from '../form/helm-release.js';
import { majorOf, nameOfImage, tagOf } from '../form/images.js';
import { defineProject } from '../form/project.js';
import { isShorterTime, isSmallerSize, shorterRetention } from '../form/prometheus-data.js';
import { isStateful } from '../form/stateful.js';
import { olderData } from '../form/versions.js';
import { claims } from './claims.js';
import { objects } from './objects.js';
import { services } from './services.js';

/** Downgrades of database images. */
const images: readonly EffectRow[] = [
  {
    ...olderData,
    ...ofValues('image.tag', 'imageTag'),
    when: (was, is, { path, holder, release }) => {
      const [old, now] = holder.map(({ repository }) => nameOfImage(repository));
      return majorOf(is) < majorOf(was) && old === now && [...path, now, release.chart].some(isStateful);
    },
  },
  {
    ...olderData,
    ...ofValues('image'),
    when: (was, is) => {
      const [old, now] = [was, is].map(nameOfImage);
      return isStateful(old) && old === now && majorOf(tagOf(is)) < majorOf(tagOf(was));
    },
  },
];

/** How long something keeps its data: https://prometheus.io/docs/prometheus/latest/storage/ */
const retention: readonly EffectRow[] = [
  {
    ...shorterRetention,
    ...ofValues('retention', 'retentionPeriod', 'retention_period', 'retentionPolicy'),
    when: isShorterTime,
  },
  { ...shorterRetention, ...ofValues('retentionSize'), when: isSmallerSize },
];

/** Values that many charts have, at any depth. https://helm.sh/docs/chart_best_practices/values/ */
export const helmCharts = defineProject({
  name: 'Helm charts',
  effects: [...claims, ...objects, ...services, ...images, ...retention],
});
