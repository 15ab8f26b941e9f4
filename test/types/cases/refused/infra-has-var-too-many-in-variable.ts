import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

const given = { vars: { ...vars, TF_NAEM: 'web' }, values, secrets };
defineInfra(cluster, given);
