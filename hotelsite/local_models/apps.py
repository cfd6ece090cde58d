from django.apps import AppConfig


class LocalModelsConfig(AppConfig):
    """The keyless models; an app only so that its management command is found."""

    name = "hotelsite.local_models"
    label = "local_models"
