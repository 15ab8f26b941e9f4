import type { EffectRow } from './form/effect.js';
import { releaseOf } from './form/helm-release.js';
import { defineProject } from './form/project.js';
import { changed } from './form/when.js';

/** authentik. https://docs.goauthentik.io/ */
export const authentik = defineProject({
  name: 'authentik',
  effects: [
    // https://github.com/goauthentik/helm/blob/main/charts/authentik/values.yaml
    ...['name', 'host'].map(
      (field): EffectRow => ({
        ...releaseOf('authentik'),
        at: `spec.values.authentik.postgresql.${field}`,
        when: changed,
        severity: 'warning',
        says: 'uses another database from now on',
        effect:
          'authentik starts with what that database contains, which may be nothing; users, applications and sessions stay in the old one',
      }),
    ),
  ],
});
