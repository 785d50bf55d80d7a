import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { diskContract } from '../../contract/disk.contract.ts';

diskContract('node disk', (clock) => createNodeDisk({ clock }));
diskContract('node disk, always at once', (clock) => createNodeDisk({ clock, mode: 'sync' }));
diskContract('node disk, always pooled', (clock) => createNodeDisk({ clock, mode: 'async' }));
