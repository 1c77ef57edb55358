import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['screenshots/**/*.shots.ts'], testTimeout: 120_000, fileParallelism: false },
});
