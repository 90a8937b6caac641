export { Judgement } from './judgement.entity.js';
export { countJudgements, countJudgementsByStyle, countSentences, pageOfSentences } from './judgements.figures.js';
export { JudgementsApiModule, JudgementsModule } from './judgements.module.js';
export { DECLINED_JUDGEMENT_RULE } from './judgements.retention.js';
export { JudgementFigures, Reply } from './judgements.schemas.js';
export { JudgementsReviewService } from './judgements-review.service.js';
export { JudgementsService } from './judgements.service.js';
