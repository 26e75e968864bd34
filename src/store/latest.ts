/**
 * Asks for the newest of something: one question at a time, and of those that come meanwhile only the last. So a burst of
 * summaries or of scrolling never queues up questions to the engine.
 */
export interface Latest<Question> {
  ask(question: Question): void;
}

/**
 * @param answer asks the engine
 * @param take gets each answer, unless a newer question waits already
 */
export function askLatest<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  take: (value: Answer, question: Question) => void,
): Latest<Question> {
  let waiting: { question: Question } | null = null;
  let busy = false;
  // `finally` inside, so that nothing can be asked between the last look at `waiting` and the end.
  const run = async () => {
    try {
      while (waiting) {
        const { question } = waiting;
        waiting = null;
        take(await answer(question), question);
      }
    } finally {
      busy = false;
    }
  };
  return {
    ask(question) {
      waiting = { question };
      if (busy) return;
      busy = true;
      void run();
    },
  };
}
