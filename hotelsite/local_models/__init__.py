"""The keyless decision provider and chat model, and the reading of messages beneath both."""

from hotelsite.local_models.chat import LocalChatModel
from hotelsite.local_models.decisions import LocalDecisionProvider

__all__ = ["LocalChatModel", "LocalDecisionProvider"]
