/** What epitome did, in words. */

import type { CompactorEvent } from 'epitome';
import { figure, range } from '../words.ts';

/** Undefined for what says nothing to a reader. */
export function told(event: CompactorEvent): string | undefined {
  switch (event.type) {
    case 'compaction': {
      const what = event.folds.map(({ firstMessage, lastMessage }) =>
        firstMessage === lastMessage
          ? `message ${firstMessage} became a record`
          : `messages ${range(firstMessage, lastMessage)} became a record`,
      );
      if (event.edits.length > 0) what.push('old results were shortened');
      return `${figure(event.tokensBefore)} → ${figure(event.tokensAfter)} tokens: ${what.join(', ')}`;
    }
    case 'cannot-fit':
      return 'The window is too small for what must stay in it';
    case 'error':
      return `Something failed, and the agent goes on: ${event.error.message}`;
    default:
      return undefined;
  }
}
