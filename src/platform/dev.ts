import type { FluxApp } from 'fluxspan';
import { platform } from './platform.js';

/** Where changes go first. */
export const devCluster = (app: FluxApp) =>
  platform(app, 'dev', {
    headlamp: { users: ['admin@admin.com'] },
  });
