import { z } from 'zod';
import { type ReloaderValues, reloaderValuesSchema } from '../../../imports/charts/reloader.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';

/** Reloader, which restarts pods when a ConfigMap or Secret that they read changes: https://github.com/stakater/Reloader */
export const reloader = defineAddon({
  name: 'reloader',
  description: 'restarts pods when what they read changes',
  namespace: 'reloader',
  createNamespace: true,
  charts: {
    reloader: helmChart<ReloaderValues>({
      url: 'https://stakater.github.io/stakater-charts',
      chart: 'reloader',
      version: '2.2.16',
      valuesSchema: reloaderValuesSchema,
    }),
  },
  options: z.object({
    /** Replicas of the controller; with two or more, one of them leads. */
    replicas: z.number().int().min(1).default(1),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts.reloader,
      values:
        options.replicas === 1 ? {} : { reloader: { enableHA: true, deployment: { replicas: options.replicas } } },
    });
  },
});
